import type { CoreProblem } from '../core-problem.ts'
import type { JobShop } from './job-shop.ts'
import { MachineOrders } from './machine-orders.ts'
import type { Improve, Member } from './path-relinking.ts'
import type { SearchRun } from './search-run.ts'

/** Minimum number of plans in the pool. */
export const leastSwapMembers = 12
/** Annealing steps per operation, from a random start and between two good plans. */
const steps = 600
const stepsBetween = 200
/**
 * Initial temperature as a share of the usual increase in cost. Between two good plans it is lower, so that their
 * common parts survive. The final temperature is the same.
 */
const hottest = 1.2
const hottestBetween = 0.5
const coldest = 0.18
/**
 * Number of operations up to which these shares apply. In larger shops they decrease with the square root of the
 * number; otherwise annealing would end too hot.
 */
const usualCount = 100
/** Samples for measuring the usual increase in cost. */
const samples = 500

/** Whether the lateness of every project depends on a single job. */
export const isOneJobPerProject = (problem: CoreProblem, shop: JobShop): boolean =>
  new Set(Array.from(shop.lasts, (last) => problem.project[last])).size === shop.lasts.length

/**
 * Simulated annealing for the weighted lateness of job shops (van Laarhoven, Aarts and Lenstra 1992; Mati, Dauzere-Peres and Lahlou 2011):
 * swaps two operations that are consecutive on a machine and lie on a longest path of late jobs.
 */
export const criticalSwaps = (run: SearchRun, shop: JobShop): Improve => {
  const swaps = new CriticalSwaps(run, shop)
  let rise = 0
  return (order, isBetween) => {
    swaps.load(order)
    rise ||= swaps.usualRise() * Math.min(1, Math.sqrt(usualCount / shop.count))
    swaps.load(order)
    const [hot, length] = isBetween ? [hottestBetween, stepsBetween] : [hottest, steps]
    return swaps.anneal(hot * rise, coldest * rise, length * shop.count)
  }
}

/** A plan of a job shop that is modified by swaps. */
class CriticalSwaps {
  readonly #run: SearchRun
  readonly #shop: JobShop
  readonly #orders: MachineOrders
  /** Ends in the accepted plan, while `#orders` tries a swap. */
  readonly #end: Float64Array
  #cost = 0
  /** Jobs that can be late: their last operations, due dates and weights. */
  readonly #last: Int32Array
  readonly #due: Float64Array
  readonly #weight: Float64Array
  /** Decrease in cost if an operation ends earlier by one, as long as no other path is as long. */
  readonly #gain: Float64Array
  /** Swaps of the accepted plan: the second operation, the gain of the pair, and the increase in cost (0 = not tried yet). */
  #count = 0
  readonly #second: Int32Array
  readonly #share: Float64Array
  readonly #rise: Float64Array
  #allShares = 0
  /** Best order of the last annealing run, and its cost. */
  readonly #best: Int32Array
  #bestCost = Infinity

  constructor(run: SearchRun, shop: JobShop) {
    const { due, weight, project } = run.problem
    this.#run = run
    this.#shop = shop
    this.#orders = new MachineOrders(shop)
    this.#end = new Float64Array(shop.count)
    this.#last = shop.lasts.filter((last) => due[project[last]] !== Infinity && weight[project[last]] > 0)
    this.#due = Float64Array.from(this.#last, (last) => due[project[last]])
    this.#weight = Float64Array.from(this.#last, (last) => weight[project[last]])
    this.#gain = new Float64Array(shop.count)
    this.#second = new Int32Array(shop.count)
    this.#share = new Float64Array(shop.count)
    this.#rise = new Float64Array(shop.count)
    this.#best = new Int32Array(shop.count)
  }

  load(order: Int32Array): void {
    this.#orders.load(order)
    this.#bestCost = Infinity
    this.#accept(0, this.#lateness())
  }

  /** Average increase in cost of swaps that make the plan worse. */
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

  /** Cools from one temperature to another in the given number of steps, and returns the best plan found. */
  anneal(from: number, to: number, length: number): Member {
    const cooling = from > 0 ? (to / from) ** (1 / length) : 1
    for (let k = 0, temperature = from; k < length && this.#run.next(); k++) {
      this.#step(temperature)
      temperature *= cooling
    }
    return { order: this.#best.slice(), cost: this.#bestCost }
  }

  /** Tries one swap and returns the change in cost, whether or not it was accepted. */
  #step(temperature: number): number {
    if (this.#count === 0) return 0
    const orders = this.#orders
    const pick = this.#pick()
    const known = this.#rise[pick]
    if (known > 0 && this.#refuses(known, temperature)) return known
    const second = this.#second[pick]
    const first = orders.machineBefore[second]
    const from = orders.reorderBehind(first, second)
    this.#update(from)
    const cost = this.#lateness()
    const change = cost - this.#cost
    if (known > 0 || change <= 0 || !this.#refuses(change, temperature)) {
      this.#accept(from, cost)
      return change
    }
    this.#rise[pick] = change
    orders.reorderBehind(second, first)
    const { order, end } = orders
    const endBefore = this.#end
    for (let k = from; k < order.length; k++) end[order[k]] = endBefore[order[k]]
    return change
  }

  /** Recomputes the ends from a position in the order. */
  #update(from: number): void {
    const { order, end, machineBefore } = this.#orders
    const { jobBefore, duration, release } = this.#shop
    for (let k = from; k < order.length; k++) {
      const i = order[k]
      const job = end[jobBefore[i]]
      const machine = end[machineBefore[i]]
      let at = release[i]
      if (job > at) at = job
      if (machine > at) at = machine
      end[i] = at + duration[i]
    }
  }

  #refuses(rise: number, temperature: number): boolean {
    return this.#run.random() >= Math.exp(-rise / temperature)
  }

  /** Picks a swap from the list, with a probability that increases with its gain. */
  #pick(): number {
    let left = this.#run.random() * this.#allShares
    for (let pick = 0; pick < this.#count - 1; pick++) {
      left -= this.#share[pick]
      if (left < 0) return pick
    }
    return this.#count - 1
  }

  #lateness(): number {
    const { end } = this.#orders
    let cost = 0
    for (let j = 0; j < this.#last.length; j++) {
      const late = end[this.#last[j]] - this.#due[j]
      if (late > 0) cost += late * this.#weight[j]
    }
    return cost
  }

  /** Accepts the tried order, which differs from a position on. */
  #accept(from: number, cost: number): void {
    const { order, end } = this.#orders
    const accepted = this.#end
    for (let k = from; k < order.length; k++) accepted[order[k]] = end[order[k]]
    this.#cost = cost
    this.#list()
    if (cost >= this.#bestCost) return
    this.#bestCost = cost
    this.#best.set(order)
    if (cost >= this.#run.best.cost[0]) return
    this.#orders.updateHeads(0)
    this.#run.offer(this.#orders.plan())
  }

  /** Lists the swaps on the longest paths of all late jobs. The weight of a job flows along its paths, split in half where they diverge. */
  #list(): void {
    const { order, end, machineBefore } = this.#orders
    const { jobBefore, duration, count } = this.#shop
    const gain = this.#gain
    for (let j = 0; j < this.#last.length; j++) {
      if (end[this.#last[j]] > this.#due[j]) gain[this.#last[j]] = this.#weight[j]
    }
    this.#count = 0
    this.#allShares = 0
    for (let k = count - 1; k >= 0; k--) {
      const i = order[k]
      const through = gain[i]
      if (through === 0) continue
      gain[i] = 0
      const job = jobBefore[i]
      const machine = machineBefore[i]
      const head = end[i] - duration[i]
      const byJob = job !== count && end[job] === head
      const byMachine = machine !== count && end[machine] === head
      const share = byJob && byMachine ? through / 2 : through
      if (byJob) gain[job] += share
      if (!byMachine) continue
      gain[machine] += share
      if (machine !== job) this.#add(i, share)
    }
  }

  #add(second: number, share: number): void {
    const at = this.#count++
    this.#second[at] = second
    this.#share[at] = share
    this.#rise[at] = 0
    this.#allShares += share
  }
}
