import type { CoreCalendar, CorePlan, CoreProblem } from './core-problem.ts'
import { StepProfile } from './step-profile.ts'

/**
 * A plan under construction: it knows when each operation can start, finds its first place and books it.
 * It is reused from plan to plan, so that a search allocates no memory.
 */
export class PlanBuilder implements CorePlan {
  readonly problem: CoreProblem
  readonly start: Float64Array
  readonly end: Float64Array
  /** Work (own calendar) from which the predecessors placed so far and the release allow a start. */
  readonly readyWork: Float64Array
  /** The same as an instant, before closed time is counted in. */
  readonly #readyWall: Float64Array
  readonly #releaseWork: Float64Array
  readonly #missing: Int32Array
  readonly #profiles: StepProfile[]
  readonly #booked: StepProfile[]
  /** Operations whose predecessors all have a place, since the caller last emptied it. */
  readonly ready: Int32Array
  readyCount = 0

  constructor(problem: CoreProblem) {
    const count = problem.operationCount
    this.problem = problem
    this.start = new Float64Array(count)
    this.end = new Float64Array(count)
    this.readyWork = new Float64Array(count)
    this.#readyWall = new Float64Array(count)
    this.#missing = new Int32Array(count)
    this.ready = new Int32Array(count)
    this.#releaseWork = problem.release.map((instant, i) => this.calendarOf(i).toWork(instant))
    this.#booked = Array.from(problem.capacity, (capacity) => new StepProfile(capacity))
    this.#profiles = Array.from(problem.capacity, (capacity) => new StepProfile(capacity))
    for (const { resource, from, to, units } of problem.bookings) this.#booked[resource]?.book(from, to, units)
    this.reset()
  }

  reset(): void {
    const { problem } = this
    this.readyWork.set(this.#releaseWork)
    this.#readyWall.set(problem.release)
    this.#missing.set(problem.predecessorCount)
    this.start.fill(Infinity)
    this.end.fill(Infinity)
    for (let r = 0; r < problem.resourceCount; r++) this.profile(r).copyFrom(this.#booked[r])
    this.readyCount = 0
    for (let i = 0; i < problem.operationCount; i++) if (this.#missing[i] === 0) this.ready[this.readyCount++] = i
  }

  calendarOf(operation: number): CoreCalendar {
    return this.problem.calendars[this.problem.calendar[operation]]
  }

  profile(resource: number): StepProfile {
    return this.#profiles[resource]
  }

  /** First work >= `from` at which all resources of the operation are free for its whole duration. */
  fit(operation: number, from: number): number {
    const { demandFirst, demandResource, demandUnits, duration } = this.problem
    const length = duration[operation]
    const first = demandFirst[operation]
    const last = demandFirst[operation + 1]
    if (length === 0 || first === last) return from
    let at = from
    for (let agreed = 0, d = first; agreed < last - first; d = d + 1 < last ? d + 1 : first) {
      const next = this.profile(demandResource[d]).earliestFit(at, length, demandUnits[d])
      agreed = next === at ? agreed + 1 : 1
      at = next
      if (at === Infinity) return Infinity
    }
    return at
  }

  /** Places the operation at work `at` and updates its successors. */
  place(operation: number, at: number): void {
    const { duration, demandFirst, demandResource, demandUnits } = this.problem
    const calendar = this.calendarOf(operation)
    const length = duration[operation]
    let start = Infinity
    let end = Infinity
    if (length === 0) {
      // An operation without duration may be at the very end of a shift; in closed time it waits for the next one.
      const early = at === Infinity ? Infinity : calendar.endWall(at)
      start = early >= this.#readyWall[operation] ? early : calendar.startWall(at)
      end = start
    } else if (at !== Infinity) {
      end = calendar.endWall(at + length)
      if (end !== Infinity) start = calendar.startWall(at)
    }
    this.start[operation] = start
    this.end[operation] = end
    if (end !== Infinity && length > 0) {
      for (let d = demandFirst[operation]; d < demandFirst[operation + 1]; d++) {
        this.profile(demandResource[d]).book(at, at + length, demandUnits[d])
      }
    }
    this.#release(operation, end)
  }

  #release(operation: number, end: number): void {
    const { successorFirst, successor, successorLag } = this.problem
    const missing = this.#missing
    for (let e = successorFirst[operation]; e < successorFirst[operation + 1]; e++) {
      const next = successor[e]
      const work = end === Infinity ? Infinity : this.calendarOf(next).toWork(end) + successorLag[e]
      if (work > this.readyWork[next]) this.readyWork[next] = work
      if (end > this.#readyWall[next]) this.#readyWall[next] = end
      missing[next]--
      if (missing[next] === 0) this.ready[this.readyCount++] = next
    }
  }
}
