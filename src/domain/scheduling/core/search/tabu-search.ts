import { CriticalMoves } from './critical-moves.ts'
import type { JobShop } from './job-shop.ts'
import { MachineOrders } from './machine-orders.ts'
import type { Member } from './path-relinking.ts'
import type { SearchRun } from './search-run.ts'

/** Steps without improvement after which a climb ends. */
const patience = 12_500
/**
 * A step in which every move is forbidden counts as this many. If that happens often, as in small shops, a climb
 * cycles, and the next one begins elsewhere.
 */
const forcedSteps = 1_000

/**
 * Tabu search for the makespan of a job shop (Nowicki and Smutnicki 1996; Zhang et al. 2008): each step makes the best
 * move on a longest path even if the plan becomes longer, and the reversed pairs stay reversed for a while.
 */
export const tabuSearch = (run: SearchRun, shop: JobShop): ((order: Int32Array) => Member) => {
  const search = new TabuSearch(run, shop)
  return (order) => search.climb(order)
}

class TabuSearch {
  readonly #orders: MachineOrders
  /** Best order of the last climb, and its makespan. */
  readonly #best: Int32Array
  #bestMakespan = Infinity
  readonly #run: SearchRun
  readonly #moves: CriticalMoves
  readonly #tenure: number
  readonly #spread: number
  #step = 0

  constructor(run: SearchRun, shop: JobShop) {
    const jobs = shop.lasts.length
    const machines = Math.max(1, shop.machineCount)
    this.#run = run
    this.#orders = new MachineOrders(shop)
    this.#best = new Int32Array(shop.count)
    this.#moves = new CriticalMoves(this.#orders, run.random)
    this.#tenure = Math.round(10 + jobs / machines)
    this.#spread = Math.round(this.#tenure * (jobs <= 2 * machines ? 0.4 : 0.5)) + 1
  }

  /** Searches on from a total order and returns the best plan found. */
  climb(from: Int32Array): Member {
    const orders = this.#orders
    // Clears the tabu list of the previous climb.
    this.#step += 2 * (this.#tenure + this.#spread)
    orders.load(from)
    this.#keep()
    for (let idle = 0; idle < patience && this.#run.next(); idle++) {
      this.#moves.collect()
      if (this.#moves.count === 0) break
      this.#step++
      const chosen = this.#choose()
      if (chosen < 0) idle += forcedSteps
      const move = chosen < 0 ? this.#run.below(this.#moves.count) : chosen
      this.#moves.apply(move, this.#step + this.#tenure + this.#run.below(this.#spread))
      if (orders.makespan < this.#bestMakespan) {
        this.#keep()
        idle = -1
      }
    }
    return { order: this.#best.slice(), cost: this.#bestMakespan }
  }

  #keep(): void {
    this.#best.set(this.#orders.order)
    this.#bestMakespan = this.#orders.makespan
    if (this.#bestMakespan < this.#run.best.cost[0]) this.#run.offer(this.#orders.plan())
  }

  /** The move with the best estimate that is not forbidden or promises a new best; -1 if all are forbidden. */
  #choose(): number {
    const { count, estimate, allowed } = this.#moves
    let chosen = -1
    let least = Infinity
    let ties = 0
    for (let move = 0; move < count; move++) {
      const at = estimate[move]
      if (at > least) continue
      if (allowed[move] > this.#step && at >= this.#bestMakespan) continue
      if (at < least) {
        least = at
        ties = 0
      }
      if (this.#run.random() * ++ties < 1) chosen = move
    }
    return chosen
  }
}
