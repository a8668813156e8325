import { type CoreProblem, topologicalOrder } from '../core-problem.ts'
import type { SearchRun } from './search-run.ts'
import { SlotSchedule } from './slot-schedule.ts'

const firstMembers = 64
const mostMembers = 256
/** Generations without a better plan after which a larger population begins. */
const patience = 12
/** Operations of a child that change their turn by chance, on average. */
const mutations = 2

/** A plan that is shifted left as far as possible. */
interface Member {
  start: Float64Array
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
  const first = search.member(run.best.start)
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
        if (!child) return
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
  readonly #keys: Float64Array
  /** Place of each operation in a topological order, as a share below one: it decides between equal times. */
  readonly #depth: Float64Array

  constructor(run: SearchRun, backwards: CoreProblem) {
    const count = run.problem.operationCount
    this.#run = run
    this.#left = new SlotSchedule(run.problem)
    this.#right = new SlotSchedule(backwards)
    this.#keys = new Float64Array(count)
    this.#depth = new Float64Array(count)
    for (const [place, i] of topologicalOrder(run.problem).entries()) this.#depth[i] = place / count
  }

  /** The plan that these turns lead to, justified to the right and back to the left; null when the search must end. */
  member(turn: Float64Array): Member | null {
    const { onPlaced } = this.#run
    const keys = this.#keys
    if (!this.#run.next()) return null
    const { duration } = this.#run.problem
    for (let i = 0; i < keys.length; i++) keys[i] = -(turn[i] + duration[i] + this.#depth[i])
    if (!this.#right.generate(keys, onPlaced)) return this.#abandon()
    for (let i = 0; i < keys.length; i++) keys[i] = -this.#right.end[i] + this.#depth[i]
    if (!this.#left.generate(keys, onPlaced)) return this.#abandon()
    const { start, end, makespan } = this.#left
    if (makespan < this.#run.best.cost[0]) this.#run.offer(this.#left)
    let ends = 0
    for (let i = 0; i < end.length; i++) ends += end[i]
    return { start: start.slice(), makespan, ends }
  }

  randomMember(): Member | null {
    return this.member(Float64Array.from(this.#keys, () => this.#run.random() * 1000))
  }

  /** A child of the father and the better of two mothers. */
  child(father: Member, one: Member, other: Member): Member | null {
    const { random } = this.#run
    const mutation = mutations / this.#keys.length
    const mother = isBetter(other, one) ? other : one
    const length = father.makespan * (0.1 + 0.3 * random())
    const from = random() * (father.makespan - length)
    const turn = father.start.map((start, i) => {
      const at = start < from || start > from + length ? mother.start[i] : start
      return random() < mutation ? at + 0.3 * (random() - 0.5) * length : at
    })
    return this.member(turn)
  }

  /** A plan that was not finished counts as not tried. */
  #abandon(): null {
    this.#run.iterations--
    return null
  }
}
