import { type CorePlan, type CoreProblem, topologicalOrder } from '../core-problem.ts'

/** Maximum number of cells in the table of free units. For larger ones, generation by steps is faster. */
const mostCells = 10_000_000
/** Bits of a table entry. */
const wordBits = 32
/** Placements between two checks for a stop. */
const pollEvery = 32

/** A time at which every plan without idle time has ended. */
const horizon = ({ duration, release }: CoreProblem): number => {
  let [work, latest] = [1, 0]
  for (const length of duration) work += length
  for (const at of release) latest = Math.max(latest, at)
  return work + latest
}

/** Whether all times are small integers, so that resource usage fits into a table. */
export const fitsSlots = (problem: CoreProblem): boolean => {
  if (problem.modes) return false
  const { capacity, demandResource, demandUnits } = problem
  if (demandUnits.some((units, d) => units > capacity[demandResource[d]])) return false
  const isWhole = (value: number): boolean => Number.isInteger(value) && value >= 0
  const cells = horizon(problem) * Math.max(1, problem.resourceCount)
  return problem.duration.every(isWhole) && problem.release.every(isWhole) && cells <= mostCells
}

/**
 * Serial generation for integer times. The free units of several resources share one word: each has as many bits as its
 * capacity needs, with a set bit above them. Subtracting the needs of an operation clears that bit if too little is
 * free, so a single subtraction checks all resources in the word.
 */
export class SlotSchedule {
  readonly start: Int32Array
  readonly end: Int32Array
  makespan = 0
  /** The longest path from the start of each operation to the end of everything. */
  readonly tail: Int32Array
  /** All operations, predecessors first. */
  readonly topological: Int32Array
  readonly #problem: CoreProblem
  readonly #duration: Int32Array
  readonly #release: Int32Array
  readonly #missing: Int32Array
  /** Position of each operation in the list, and a bit set of the operations whose predecessors are placed, by that position. */
  readonly #rank: Int32Array
  readonly #ready: Int32Array
  /** Free units: slot t of column c is at c * #slots + t. */
  readonly #free: Int32Array
  readonly #slots: number
  readonly #full: number[] = []
  readonly #guard: number[] = []
  /** Columns and units needed by operation i: rows `#needFirst[i]` up to `#needFirst[i + 1]`. */
  readonly #needFirst: Int32Array
  readonly #needColumn: Int32Array
  readonly #needUnits: Int32Array

  constructor(problem: CoreProblem) {
    const { operationCount: count, duration, successorFirst, successor } = problem
    this.#problem = problem
    this.start = new Int32Array(count)
    this.end = new Int32Array(count)
    this.tail = new Int32Array(count)
    this.topological = topologicalOrder(problem)
    this.#duration = Int32Array.from(duration)
    this.#release = Int32Array.from(problem.release)
    this.#missing = new Int32Array(count)
    this.#rank = new Int32Array(count)
    this.#ready = new Int32Array((count >> 5) + 1)
    this.#slots = horizon(problem)
    for (let k = count - 1; k >= 0; k--) {
      const i = this.topological[k]
      let after = 0
      for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) after = Math.max(after, this.tail[successor[e]])
      this.tail[i] = after + duration[i]
    }
    const needs = this.#pack()
    this.#needFirst = new Int32Array(count + 1)
    needs.forEach((of, i) => {
      this.#needFirst[i + 1] = this.#needFirst[i] + of.length
    })
    this.#needColumn = Int32Array.from(needs.flat(), ([column]) => column)
    this.#needUnits = Int32Array.from(needs.flat(), ([, units]) => units)
    this.#free = new Int32Array(this.#full.length * this.#slots)
    this.#full.forEach((units, column) => {
      this.#free.fill(units, column * this.#slots, (column + 1) * this.#slots)
    })
  }

  /**
   * Generates the plan: the next operation is the first in the list whose predecessors are placed. Returns false if
   * stopped, or if the plan will be longer than `longest`.
   */
  generate(list: Int32Array, onPlaced: () => boolean, longest = Infinity): boolean {
    const { operationCount, successorFirst, successor } = this.#problem
    const { start, end, tail } = this
    const [missing, rank, ready, duration] = [this.#missing, this.#rank, this.#ready, this.#duration]
    this.#clear()
    for (let k = 0; k < operationCount; k++) {
      const i = list[k]
      rank[i] = k
      if (missing[i] === 0) ready[k >> 5] |= 1 << (k & 31)
    }
    for (let placed = 0, word = 0; placed < operationCount; placed++) {
      while (ready[word] === 0) word++
      const bit = ready[word] & -ready[word]
      ready[word] ^= bit
      const i = list[(word << 5) + 31 - Math.clz32(bit)]
      const at = duration[i] > 0 ? this.#fit(i, start[i]) : start[i]
      const done = at + duration[i]
      start[i] = at
      end[i] = done
      if (done > this.makespan) this.makespan = done
      if (at + tail[i] > longest) return false
      for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
        const next = successor[e]
        if (done > start[next]) start[next] = done
        if (--missing[next] > 0) continue
        const turn = rank[next]
        ready[turn >> 5] |= 1 << (turn & 31)
        if (turn >> 5 < word) word = turn >> 5
      }
      if (placed % pollEvery === 0 && onPlaced()) return false
    }
    return true
  }

  plan(): CorePlan {
    return { start: Float64Array.from(this.start), end: Float64Array.from(this.end) }
  }

  #clear(): void {
    const slots = this.#slots
    for (let column = 0; column < this.#full.length; column++) {
      this.#free.fill(this.#full[column], column * slots, column * slots + this.makespan)
    }
    this.#missing.set(this.#problem.predecessorCount)
    this.#ready.fill(0)
    this.start.set(this.#release)
    this.makespan = 0
  }

  /** Books the first slots from `from` on in which all resources of the operation are free throughout. */
  #fit(operation: number, from: number): number {
    const free = this.#free
    const length = this.#duration[operation]
    const [first, last] = [this.#needFirst[operation], this.#needFirst[operation + 1]]
    let at = from
    for (let n = first, agreed = 0; agreed < last - first; n = n + 1 < last ? n + 1 : first) {
      const before = at
      at = this.#fitColumn(this.#needColumn[n], this.#needUnits[n], before, length)
      agreed = at === before ? agreed + 1 : 1
    }
    for (let n = first; n < last; n++) {
      const units = this.#needUnits[n]
      const cell = this.#needColumn[n] * this.#slots + at
      for (let t = cell; t < cell + length; t++) free[t] -= units
    }
    return at
  }

  /** The first free slots of one column, examined from the last of them, because the search continues after an occupied slot. */
  #fitColumn(column: number, units: number, from: number, length: number): number {
    const free = this.#free
    const guard = this.#guard[column]
    let at = column * this.#slots + from
    let [t, known] = [at + length - 1, at]
    while (t >= known) {
      if (((free[t] - units) & guard) === guard) t--
      else {
        known = at + length
        at = t + 1
        t = at + length - 1
      }
    }
    return at - column * this.#slots
  }

  /** Assigns bits to every resource, and returns what each operation needs in each column. */
  #pack(): [column: number, units: number][][] {
    const { capacity, operationCount, demandFirst, demandResource, demandUnits } = this.#problem
    let used = wordBits
    const places = Array.from(capacity, (units) => {
      const bits = wordBits + 1 - Math.clz32(units)
      if (used + bits > wordBits) {
        used = 0
        this.#full.push(0)
        this.#guard.push(0)
      }
      const column = this.#full.length - 1
      const guard = 1 << (used + bits - 1)
      this.#guard[column] |= guard
      this.#full[column] |= guard | (units << used)
      const place = { column, shift: used }
      used += bits
      return place
    })
    return Array.from({ length: operationCount }, (_, i) => {
      const needs = new Map<number, number>()
      for (let d = demandFirst[i]; d < demandFirst[i + 1]; d++) {
        const { column, shift } = places[demandResource[d]]
        needs.set(column, (needs.get(column) ?? 0) + (demandUnits[d] << shift))
      }
      return [...needs]
    })
  }
}
