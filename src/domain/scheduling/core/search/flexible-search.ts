import { FlexiblePlan } from './flexible-plan.ts'
import { type FlexibleShop, setupBetween } from './flexible-shop.ts'
import type { SearchRun } from './search-run.ts'

/** A choice for each operation, a total order, and the makespan. */
interface Member {
  readonly order: Int32Array
  readonly choice: Int32Array
  readonly cost: number
}

/** Steps per operation without improvement after which a climb ends. */
const patiencePerOperation = 12
const leastPatience = 1_500
/** Minimum number of steps before an operation may return to the machine that it left; the maximum is twice as many. */
const leastTenure = 20
const leastMembers = 6
const leastPart = 1e-6
const mostMembers = 30

/**
 * Search for the makespan of a flexible job shop: tabu search that moves an operation of a longest path to the best position on any of its
 * machines (Mastrolilli and Gambardella 2000), starting from plans between two good ones (path relinking, Gonzalez et al. 2015).
 */
export const flexibleSearch = (run: SearchRun, shop: FlexibleShop): void => {
  const search = new FlexibleTabu(run, shop)
  const { start, mode } = run.best
  const begin = Int32Array.from(start.keys()).sort((a, b) => start[a] - start[b] || a - b)
  const chosen = Int32Array.from(start.keys(), (i) =>
    shop.mode && mode && mode[i] >= 0 ? shop.mode.indexOf(mode[i]) : shop.first[i],
  )
  let members = leastMembers
  let pool = [search.climb(begin, chosen)]
  while (!run.done) {
    while (pool.length < members && !run.done) {
      const { order, choice } = randomMember(run, shop)
      pool.push(search.climb(order, choice))
    }
    for (let idle = 0; idle < 2 * members && !run.done; idle++) {
      const from = run.below(pool.length)
      const to = (from + 1 + run.below(pool.length - 1)) % pool.length
      const { order, choice } = between(run, shop, pool[from], pool[to])
      if (joins(pool, search.climb(order, choice))) idle = -1
    }
    pool = [pool.reduce((best, member) => (member.cost < best.cost ? member : best))]
    members = Math.min(mostMembers, members * 2)
  }
}

/** Replaces the worst member, unless the child is worse or a similar one exists. */
const joins = (pool: Member[], child: Member): boolean => {
  let worst = 0
  for (let k = 0; k < pool.length; k++) {
    if (pool[k].cost > pool[worst].cost) worst = k
    if (pool[k].cost === child.cost && pool[k].choice.every((row, i) => row === child.choice[i])) return false
  }
  if (child.cost >= pool[worst].cost) return false
  pool[worst] = child
  return true
}

/** An order about halfway between two others, with choices from either. */
const between = (run: SearchRun, shop: FlexibleShop, from: Member, to: Member): Pick<Member, 'order' | 'choice'> => {
  const share = 0.3 + 0.4 * run.random()
  const key = new Float64Array(shop.count)
  for (let k = 0; k < shop.count; k++) {
    key[from.order[k]] += (1 - share) * k
    key[to.order[k]] += share * k
  }
  return {
    order: from.order.slice().sort((a, b) => key[a] - key[b] || a - b),
    choice: from.choice.map((row, i) => (run.random() < share ? to.choice[i] : row)),
  }
}

/** Jobs in random order, each operation on a fast machine or, at random, on another one. */
const randomMember = (run: SearchRun, shop: FlexibleShop): Pick<Member, 'order' | 'choice'> => {
  const key = new Float64Array(shop.count)
  for (const last of shop.lasts) {
    const chain: number[] = []
    for (let i = last; i !== shop.count; i = shop.jobBefore[i]) chain.push(i)
    const turns = chain.map(() => run.random()).sort((a, b) => b - a)
    for (const [k, i] of chain.entries()) key[i] = turns[k]
  }
  const load = new Float64Array(shop.machineCount)
  const order = Int32Array.from(key.keys()).sort((a, b) => key[a] - key[b] || a - b)
  const choice = new Int32Array(shop.count)
  for (const i of order) {
    let best = shop.first[i]
    for (let row = best + 1; row < shop.first[i + 1]; row++) {
      if (load[shop.machine[row]] + shop.duration[row] < load[shop.machine[best]] + shop.duration[best]) best = row
    }
    choice[i] = best
    load[shop.machine[best]] += shop.duration[best]
  }
  return { order, choice }
}

class FlexibleTabu {
  readonly #run: SearchRun
  readonly #plan: FlexiblePlan
  readonly #path: Int32Array
  /** Step from which an operation may return to a machine. */
  readonly #allowed: Float64Array
  readonly #bestOrder: Int32Array
  readonly #bestChoice: Int32Array
  #bestMakespan = Infinity
  #step = 0
  readonly #patience: number
  /** Best move of this step so far: operation, choice, and the operation it precedes. */
  #operation = -1
  #choice = -1
  #next = -1
  #least = Infinity
  #ties = 0

  constructor(run: SearchRun, shop: FlexibleShop) {
    this.#run = run
    this.#plan = new FlexiblePlan(shop)
    this.#path = new Int32Array(shop.count)
    this.#allowed = new Float64Array(shop.count * shop.machineCount)
    this.#bestOrder = new Int32Array(shop.count)
    this.#bestChoice = new Int32Array(shop.count)
    this.#patience = Math.max(leastPatience, patiencePerOperation * shop.count)
  }

  climb(order: Int32Array, choice: Int32Array): Member {
    const plan = this.#plan
    const { machineCount } = plan.shop
    this.#allowed.fill(0)
    plan.load(order, choice)
    this.#keep()
    for (let idle = 0; idle < this.#patience && this.#run.next(); idle++) {
      const length = this.#trace()
      this.#step++
      if (!this.#find(length)) break
      const from = plan.machine[this.#operation]
      const tenure = leastTenure + this.#run.below(leastTenure)
      this.#allowed[this.#operation * machineCount + from] = this.#step + tenure
      plan.move(this.#operation, this.#choice, this.#next)
      if (plan.makespan < this.#bestMakespan) {
        this.#keep()
        idle = -1
      }
    }
    return { order: this.#bestOrder.slice(), choice: this.#bestChoice.slice(), cost: this.#bestMakespan }
  }

  #keep(): void {
    const plan = this.#plan
    this.#bestOrder.set(plan.order)
    this.#bestChoice.set(plan.choice)
    this.#bestMakespan = plan.makespan
    if (plan.makespan < this.#run.best.cost[0]) this.#run.offer(plan.plan())
  }

  /** Finds the best move that is allowed or promises a new best plan; any other if there is none. Returns false if nothing can move. */
  #find(length: number): boolean {
    this.#least = Infinity
    this.#ties = 0
    this.#operation = -1
    for (let k = 0; k < length; k++) this.#tryPlaces(this.#path[k], false)
    if (this.#operation >= 0) return true
    this.#tryPlaces(this.#path[this.#run.below(length)], true)
    return this.#operation >= 0
  }

  /** Tries the best positions of an operation on each of its machines. */
  #tryPlaces(operation: number, anyway: boolean): void {
    const plan = this.#plan
    const { shop } = plan
    const { jobBefore, jobAfter, release, first, machine, duration, machineCount, count, setups } = shop
    plan.without(operation)
    const { endWithout: ends, tailWithout: tails, machineAfter, machineBefore } = plan
    const ready = Math.max(release[operation], ends[jobBefore[operation]])
    const rest = tails[jobAfter[operation]]
    for (let row = first[operation]; row < first[operation + 1]; row++) {
      const at = machine[row]
      const own = at === plan.machine[operation]
      const allowed = anyway || this.#allowed[operation * machineCount + at] <= this.#step
      // After all operations that end before it is ready, and before all whose tail is no longer than its own.
      let previous = count
      let next = plan.firstOf[at]
      if (next === operation) next = machineAfter[next]
      while (next !== count && ends[next] <= ready && tails[next] > rest) {
        previous = next
        next = machineAfter[next] === operation ? machineAfter[operation] : machineAfter[next]
      }
      for (;;) {
        const setup = setups ? setupBetween(shop, at, previous, operation) : 0
        const setupBehind = setups ? setupBetween(shop, at, operation, next) : 0
        const head = previous === count ? ready : Math.max(ready, ends[previous] + setup)
        const behind = next === count ? rest : Math.max(rest, setupBehind + tails[next])
        const through = head + duration[row] + behind
        const estimate = Math.max(through, plan.makespanWithout)
        const stays = own && machineBefore[operation] === previous && machineAfter[operation] === next
        // Among moves that leave the plan equally long, the one with shorter paths of its own is better.
        const rank = estimate + through * leastPart
        if (!stays && (allowed || estimate < this.#bestMakespan)) this.#offer(operation, row, next, rank)
        if (next === count || tails[next] <= rest) break
        previous = next
        next = machineAfter[next] === operation ? machineAfter[operation] : machineAfter[next]
      }
    }
  }

  #offer(operation: number, choice: number, next: number, estimate: number): void {
    if (estimate > this.#least) return
    if (estimate < this.#least) {
      this.#least = estimate
      this.#ties = 0
    }
    if (this.#run.random() * ++this.#ties >= 1) return
    this.#operation = operation
    this.#choice = choice
    this.#next = next
  }

  /** Writes a longest path to `#path` and returns its length. */
  #trace(): number {
    const { end, duration, machineBefore, setup, makespan } = this.#plan
    const { lasts, jobBefore, count } = this.#plan.shop
    let last = count
    let ties = 0
    for (let j = 0; j < lasts.length; j++) {
      if (end[lasts[j]] === makespan && this.#run.random() * ++ties < 1) last = lasts[j]
    }
    let length = 0
    for (let x = last; x !== count; ) {
      this.#path[length++] = x
      const at = end[x] - duration[x]
      const byJob = jobBefore[x] !== count && end[jobBefore[x]] === at
      const before = machineBefore[x]
      const byMachine = before !== count && end[before] + setup[x] === at
      if (byJob && byMachine) x = this.#run.random() < 0.5 ? jobBefore[x] : before
      else x = byJob ? jobBefore[x] : byMachine ? before : count
    }
    return length
  }
}
