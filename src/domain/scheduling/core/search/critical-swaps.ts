import type { CoreProblem } from '../core-problem.ts'
import type { JobShop } from './job-shop.ts'
import { MachineOrders } from './machine-orders.ts'
import type { Member } from './path-relinking.ts'
import type { SearchRun } from './search-run.ts'

/** Steps of one annealing per operation. */
const stepsPerOperation = 600
/** The temperature begins at this share of the usual increase of the cost, and falls to `coldest` of that. */
const hottest = 0.8
const coldest = 0.15
/** Steps over which the usual increase of the cost is measured. */
const samples = 500

/** Whether the lateness of every project is that of one job. */
export const isOneJobPerProject = (problem: CoreProblem, shop: JobShop): boolean =>
  new Set(Array.from(shop.lasts, (last) => problem.project[last])).size === shop.lasts.length

/**
 * Simulated annealing for the weighted lateness of job shops (van Laarhoven, Aarts and Lenstra 1992; Mati, Dauzere-Peres and Lahlou 2011):
 * a late job is chosen, and two operations change places that follow each other on a machine on its longest path.
 */
export const criticalSwaps = (run: SearchRun, shop: JobShop): ((order: Int32Array) => Member) => {
  const swaps = new CriticalSwaps(run, shop)
  let rise = 0
  return (order) => {
    swaps.load(order)
    rise ||= swaps.usualRise()
    swaps.load(order)
    return swaps.anneal(hottest * rise)
  }
}

/** One plan of a job shop that changes by swaps; its cost is kept up to date with what a swap changes. */
class CriticalSwaps {
  readonly #run: SearchRun
  readonly #shop: JobShop
  readonly #orders: MachineOrders
  /** Of the job that ends with an operation; a weight of 0 for all others. */
  readonly #due: Float64Array
  readonly #weight: Float64Array
  /** Operations whose ends a swap changed, and their ends before. */
  readonly #changed: Int32Array
  readonly #endBefore: Float64Array
  #cost = 0
  /** The best order of the latest annealing, and its cost. */
  readonly #best: Int32Array
  #bestCost = Infinity

  constructor(run: SearchRun, shop: JobShop) {
    const { problem } = run
    this.#run = run
    this.#shop = shop
    this.#orders = new MachineOrders(shop)
    this.#due = new Float64Array(shop.count)
    this.#weight = new Float64Array(shop.count)
    this.#best = new Int32Array(shop.count)
    this.#changed = new Int32Array(shop.count)
    this.#endBefore = new Float64Array(shop.count)
    for (const last of shop.lasts) {
      this.#due[last] = problem.due[problem.project[last]]
      this.#weight[last] = this.#due[last] === Infinity ? 0 : problem.weight[problem.project[last]]
    }
  }

  load(order: Int32Array): void {
    this.#orders.load(order)
    this.#cost = 0
    for (const last of this.#shop.lasts) this.#cost += this.#lateness(last, this.#orders.end[last])
    this.#bestCost = Infinity
    this.#keep()
  }

  /** How much the cost rises on average where a swap makes it worse. */
  usualRise(): number {
    let [rises, total] = [0, 0]
    for (let k = 0; k < samples && this.#run.next(); k++) {
      const change = this.#step(Infinity)
      if (change <= 0) continue
      rises++
      total += change
    }
    return total / Math.max(1, rises)
  }

  /** Cools down from this temperature, and returns the best plan on the way. */
  anneal(from: number): Member {
    const steps = stepsPerOperation * this.#shop.count
    const cooling = coldest ** (1 / steps)
    for (let k = 0, temperature = from; k < steps && this.#run.next(); k++) {
      this.#step(temperature)
      temperature *= cooling
    }
    return { order: this.#best.slice(), cost: this.#bestCost }
  }

  /** Tries one swap and returns the change of the cost, whether it was accepted or not. */
  #step(temperature: number): number {
    const second = this.#findSecond()
    if (second < 0) return 0
    const orders = this.#orders
    const first = orders.machineBefore[second]
    const before = this.#cost
    const changed = this.#update(orders.reorderBehind(first, second))
    const change = this.#cost - before
    if (change <= 0 || this.#run.random() < Math.exp(-change / temperature)) {
      if (change < 0) this.#keep()
      return change
    }
    orders.reorderBehind(second, first)
    this.#cost = before
    const { duration } = this.#shop
    for (let k = 0; k < changed; k++) {
      const i = this.#changed[k]
      orders.end[i] = this.#endBefore[k]
      orders.head[i] = this.#endBefore[k] - duration[i]
    }
    return change
  }

  #lateness(last: number, end: number): number {
    return this.#weight[last] > 0 ? Math.max(0, end - this.#due[last]) * this.#weight[last] : 0
  }

  #keep(): void {
    if (this.#cost >= this.#bestCost) return
    this.#bestCost = this.#cost
    this.#best.set(this.#orders.order)
    if (this.#cost < this.#run.best.cost[0]) this.#run.offer(this.#orders.plan())
  }

  /** An operation on the longest path of a late job that starts when the one before it on its machine ends; -1 = none. */
  #findSecond(): number {
    const { lasts, jobBefore, count } = this.#shop
    const { head, end, machineBefore } = this.#orders
    const { random } = this.#run
    let late = -1
    for (let k = 0, ties = 0; k < lasts.length; k++) {
      if (this.#lateness(lasts[k], end[lasts[k]]) > 0 && random() * ++ties < 1) late = lasts[k]
    }
    if (late < 0) return -1
    let found = -1
    let ties = 0
    for (let x = late; x !== count; ) {
      const job = jobBefore[x]
      const machine = machineBefore[x]
      const byMachine = machine !== count && end[machine] === head[x]
      const byJob = job !== count && end[job] === head[x]
      if (byMachine && machine !== job && random() * ++ties < 1) found = x
      if (byMachine && byJob) x = random() < 0.5 ? machine : job
      else x = byMachine ? machine : byJob ? job : count
    }
    return found
  }

  /** Computes starts and cost anew from a place of the order on; returns how many ends have changed. */
  #update(from: number): number {
    const { order, head, end, machineBefore } = this.#orders
    const { count, jobBefore, duration, release } = this.#shop
    let changed = 0
    for (let k = from; k < count; k++) {
      const i = order[k]
      const at = Math.max(release[i], end[jobBefore[i]], end[machineBefore[i]])
      if (at === head[i]) continue
      this.#changed[changed] = i
      this.#endBefore[changed++] = end[i]
      if (this.#weight[i] > 0) this.#cost += this.#lateness(i, at + duration[i]) - this.#lateness(i, end[i])
      head[i] = at
      end[i] = at + duration[i]
    }
    return changed
  }
}
