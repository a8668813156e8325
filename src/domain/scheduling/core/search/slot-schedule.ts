import type { CoreProblem } from '../core-problem.ts'
import { IndexHeap } from '../index-heap.ts'

/** Most cells of the table of use. Beyond that, generation by steps is the better way. */
const mostCells = 10_000_000

/** A time at which every plan has ended that leaves no time unused. */
const horizon = ({ duration, release }: CoreProblem): number => {
  let [work, latest] = [1, 0]
  for (const length of duration) work += length
  for (const at of release) latest = Math.max(latest, at)
  return work + latest
}

/** Whether all times are small whole numbers, so that the use of the resources fits into a table. */
export const fitsSlots = (problem: CoreProblem): boolean => {
  if (problem.modes) return false
  const isWhole = (value: number): boolean => Number.isInteger(value) && value >= 0
  const cells = horizon(problem) * Math.max(1, problem.resourceCount)
  return problem.duration.every(isWhole) && problem.release.every(isWhole) && cells <= mostCells
}

/** Serial generation for whole times: the use of every resource is a table with one cell per unit of time. */
export class SlotSchedule {
  readonly start: Float64Array
  readonly end: Float64Array
  makespan = 0
  readonly #problem: CoreProblem
  readonly #keys: Float64Array
  readonly #ready: IndexHeap
  readonly #missing: Int32Array
  /** Units in use in slot t of resource r, at t * resourceCount + r. */
  readonly #used: Int32Array

  constructor(problem: CoreProblem) {
    const count = problem.operationCount
    this.#problem = problem
    this.start = new Float64Array(count)
    this.end = new Float64Array(count)
    this.#keys = new Float64Array(count)
    this.#ready = new IndexHeap(this.#keys)
    this.#missing = new Int32Array(count)
    this.#used = new Int32Array(horizon(problem) * problem.resourceCount)
  }

  /** Generates the plan: among the operations whose predecessors are placed, the one with the smallest key is next. */
  generate(keys: Float64Array, onPlaced: () => boolean): boolean {
    const { operationCount, predecessorCount, successorFirst, successor, release, duration, resourceCount } =
      this.#problem
    const { start, end } = this
    const missing = this.#missing
    const ready = this.#ready
    this.#keys.set(keys)
    this.#used.fill(0, 0, this.makespan * resourceCount)
    missing.set(predecessorCount)
    start.set(release)
    this.makespan = 0
    ready.clear()
    for (let i = 0; i < operationCount; i++) if (missing[i] === 0) ready.push(i)
    while (ready.size > 0) {
      const i = ready.pop()
      const at = duration[i] > 0 ? this.#fit(i, start[i]) : start[i]
      const done = at + duration[i]
      start[i] = at
      end[i] = done
      if (done > this.makespan) this.makespan = done
      for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
        const next = successor[e]
        if (done > start[next]) start[next] = done
        if (--missing[next] === 0) ready.push(next)
      }
      if (onPlaced()) return false
    }
    return true
  }

  /** Takes the first slots from `from` on in which all resources of the operation are free throughout. */
  #fit(operation: number, from: number): number {
    const { demandFirst, demandResource, demandUnits, capacity, duration, resourceCount } = this.#problem
    const used = this.#used
    const [first, last] = [demandFirst[operation], demandFirst[operation + 1]]
    const length = duration[operation]
    let at = from
    for (let d = first, agreed = 0; first < last && agreed < last - first; d = d + 1 < last ? d + 1 : first) {
      const resource = demandResource[d]
      const limit = capacity[resource] - demandUnits[d]
      const before = at
      for (let t = at; t < at + length; t++) {
        if (used[t * resourceCount + resource] > limit) at = t + 1
      }
      agreed = at === before ? agreed + 1 : 1
    }
    for (let d = first; d < last; d++) {
      const units = demandUnits[d]
      for (let cell = at * resourceCount + demandResource[d], t = 0; t < length; t++, cell += resourceCount) {
        used[cell] += units
      }
    }
    return at
  }
}
