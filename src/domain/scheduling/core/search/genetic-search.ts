import type { CoreProblem } from '../core-problem.ts'
import type { SearchRun } from './search-run.ts'
import { SlotSchedule } from './slot-schedule.ts'
import { TimeOrder } from './time-order.ts'

const firstMembers = 64
const mostMembers = 256
/** Generations without a better plan after which a larger population begins. */
const patience = 12
/** Operations of a child that change their turn by chance, on average. */
const mutations = 2
/** Turns of random plans are below this: equal ones are rare. */
const randomTurns = 65_536

/** A plan that is shifted left as far as possible. */
interface Member {
  start: Int32Array
  makespan: number
  /** Sum of all ends: tells plans of equal makespan apart. */
  ends: number
}

/**
 * Genetic search for the makespan of projects that share resources (Debels and Vanhoucke 2005; justification after Valls, Ballestin and
 * Quintanilla 2005): a child takes the order of its father within a window of time and that of its mother outside, and is then
 * generated from the right and from the left. When nothing gets better any more, a population twice as large begins.
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
   * The plan that these turns lead to, justified to the right and back to the left; null when the search must end, and when the plan would
   * be longer than `longest`.
   */
  member(turns: Int32Array, longest = Infinity): Member | null {
    const { onPlaced } = this.#run
    if (!this.#run.next()) return null
    const turn = this.#turn
    for (let i = 0; i < turn.length; i++) turn[i] = turns[i] + this.#duration[i]
    const latest = this.#order.latestFirst(turn, this.#right.topological)
    if (!this.#right.generate(latest, onPlaced)) return this.#abandon()
    // What starts first ends last when seen from the right.
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

  /** A child of the father and the better of two mothers; null as above, and when it would be longer than its father. */
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

  /** A plan that was not finished counts as not tried. */
  #abandon(): null {
    this.#run.iterations--
    return null
  }
}
