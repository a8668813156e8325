import type { CoreProblem } from '../core-problem.ts'
import type { SearchRun } from './search-run.ts'
import { SlotSchedule } from './slot-schedule.ts'
import { TimeOrder } from './time-order.ts'

const firstMembers = 64
const mostMembers = 256
/** Generations without improvement after which a larger population begins. */
const patience = 12
/** Average number of operations in a child that change their turn at random. */
const mutations = 2
/** Random turns are below this limit, so that equal ones are rare. */
const randomTurns = 65_536

/** A plan that is shifted left as far as possible. */
interface Member {
  start: Int32Array
  makespan: number
  /** Sum of all ends, which distinguishes plans with equal makespan. */
  ends: number
}

/**
 * Genetic search for the makespan of projects that share resources (Debels and Vanhoucke 2005; justification after Valls, Ballestin and
 * Quintanilla 2005): a child takes its father's order inside a window of time and its mother's order outside, and is then generated from
 * right and left. When there is no more improvement, a population twice as large begins.
 */
export const geneticSearch = (run: SearchRun, backwards: CoreProblem): void => {
  const search = new Generator(run, backwards)
  const first = search.member(Int32Array.from(run.best.start))
  for (let size = firstMembers; first && !run.done; size = Math.min(mostMembers, size * 2)) {
    const pool: Member[] = size === firstMembers ? [first] : []
    while (pool.length < size) {
      const member = search.randomMember()
      if (!member) return
      pool.push(member)
    }
    for (let idle = 0, best = Infinity; idle < patience; idle++) {
      for (let k = 0; k < size; k++) {
        const child = search.child(pool[k], pool[run.below(size)], pool[run.below(size)])
        if (run.done) return
        if (!child) continue
        if (isBetter(child, pool[k])) pool[k] = child
        if (child.makespan < best) {
          best = child.makespan
          idle = -1
        }
      }
    }
  }
}

const isBetter = (a: Member, b: Member): boolean =>
  a.makespan < b.makespan || (a.makespan === b.makespan && a.ends < b.ends)

class Generator {
  readonly #run: SearchRun
  readonly #left: SlotSchedule
  readonly #right: SlotSchedule
  readonly #duration: Int32Array
  readonly #turn: Int32Array
  readonly #order: TimeOrder

  constructor(run: SearchRun, backwards: CoreProblem) {
    const { operationCount, duration } = run.problem
    this.#run = run
    this.#left = new SlotSchedule(run.problem)
    this.#right = new SlotSchedule(backwards)
    this.#duration = Int32Array.from(duration)
    this.#turn = new Int32Array(operationCount)
    this.#order = new TimeOrder(operationCount)
  }

  /**
   * The plan generated from these turns, justified to the right and back to the left; null if the search must end, or
   * the plan would be longer than `longest`.
   */
  member(turns: Int32Array, longest = Infinity): Member | null {
    const { onPlaced } = this.#run
    if (!this.#run.next()) return null
    const turn = this.#turn
    for (let i = 0; i < turn.length; i++) turn[i] = turns[i] + this.#duration[i]
    const latest = this.#order.latestFirst(turn, this.#right.topological)
    if (!this.#right.generate(latest, onPlaced)) return this.#abandon()
    // The operation that starts first ends last when seen from the right.
    const earliest = this.#order.latestFirst(this.#right.end, this.#left.topological)
    if (!this.#left.generate(earliest, onPlaced, longest)) return this.#run.stopped ? this.#abandon() : null
    const { start, end, makespan } = this.#left
    if (makespan < this.#run.best.cost[0]) this.#run.offer(this.#left.plan())
    let ends = 0
    for (let i = 0; i < end.length; i++) ends += end[i]
    return { start: start.slice(), makespan, ends }
  }

  randomMember(): Member | null {
    return this.member(this.#turn.map(() => this.#run.below(randomTurns)))
  }

  /** A child of the father and the better of two mothers; null as in `member`, and if it would be longer than its father. */
  child(father: Member, one: Member, other: Member): Member | null {
    const { random } = this.#run
    const mother = isBetter(other, one) ? other : one
    const turn = this.#turn
    const mutation = mutations / turn.length
    const length = father.makespan * (0.1 + 0.3 * random())
    const from = random() * (father.makespan - length)
    for (let i = 0; i < turn.length; i++) {
      const start = father.start[i]
      const at = start < from || start > from + length ? mother.start[i] : start
      turn[i] = random() < mutation ? Math.max(0, at + 0.3 * (random() - 0.5) * length) : at
    }
    return this.member(turn, father.makespan)
  }

  /** An unfinished plan does not count as tried. */
  #abandon(): null {
    this.#run.iterations--
    return null
  }
}
