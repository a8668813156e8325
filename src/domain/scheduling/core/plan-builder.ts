import type { CoreCalendar, CorePlan, CoreProblem, Predecessors } from './core-problem.ts'
import { eachPiece, fitPieces, fitWhole } from './open-pieces.ts'
import { type CoreSetup, SetupTimeline } from './setup-timeline.ts'
import { StepProfile } from './step-profile.ts'

interface Timeline {
  readonly now: SetupTimeline
  /** With nothing but the fixed work. */
  readonly booked: SetupTimeline
}

const timelineOf = ({ bookings }: CoreProblem, setup: CoreSetup, resource: number): Timeline => {
  const fixed = bookings.filter((booking) => booking.resource === resource)
  const booked = new SetupTimeline(
    setup,
    fixed.map(({ from, to, family = 0 }) => ({ from, to, family })),
  )
  return { now: new SetupTimeline(setup, []), booked }
}

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
  /** Work at which each operation starts that has a place. */
  readonly #startWork: Float64Array
  readonly #missing: Int32Array
  readonly #profiles: StepProfile[]
  readonly #booked: StepProfile[]
  /** In place of the profile, for resources with changeovers: by resource, and as a list. */
  readonly #timelines: (Timeline | null)[]
  readonly #usedTimelines: readonly Timeline[]
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
    this.#startWork = new Float64Array(count)
    this.#missing = new Int32Array(count)
    this.ready = new Int32Array(count)
    this.#releaseWork = problem.release.map((instant, i) => this.calendarOf(i).toWork(instant))
    this.#booked = Array.from(problem.capacity, (capacity) => new StepProfile(capacity))
    this.#profiles = Array.from(problem.capacity, (capacity) => new StepProfile(capacity))
    for (const { resource, from, to, units } of problem.bookings) this.#booked[resource]?.book(from, to, units)
    this.#timelines = (problem.setups?.of ?? []).map((setup, resource) => setup && timelineOf(problem, setup, resource))
    this.#usedTimelines = this.#timelines.filter((timeline) => timeline !== null)
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
    for (const { now, booked } of this.#usedTimelines) now.copyFrom(booked)
    this.readyCount = 0
    for (let i = 0; i < problem.operationCount; i++) if (this.#missing[i] === 0) this.ready[this.readyCount++] = i
  }

  calendarOf(operation: number): CoreCalendar {
    return this.problem.calendars[this.problem.calendar[operation]]
  }

  profile(resource: number): StepProfile {
    return this.#profiles[resource]
  }

  /** Work of all changeovers. */
  get changeover(): number {
    return this.#usedTimelines.reduce((sum, { now }) => sum + now.total, 0)
  }

  /** Whether every changeover has its time, apart from those between fixed operations. */
  get hasRoomForChangeovers(): boolean {
    return this.#usedTimelines.every(({ now, booked }) => now.short <= booked.short)
  }

  /** The first work >= `from` at which the resource could run something. */
  roomFrom(resource: number, from: number): number {
    return this.#timelines[resource]?.now.freeFrom(from) ?? this.profile(resource).earliestFit(from, 1, 1)
  }

  /** The longest changeover for an operation that starts at work `at`. */
  changeoverTo(operation: number, at: number): number {
    const { setups, demandFirst, demandResource } = this.problem
    let longest = 0
    if (!setups || at === Infinity) return longest
    for (let d = demandFirst[operation]; d < demandFirst[operation + 1]; d++) {
      const timeline = this.#timelines[demandResource[d]]?.now
      const other = this.#otherCalendar(operation, demandResource[d])
      const from = other ? other.toWork(this.calendarOf(operation).startWall(at)) : at
      longest = Math.max(longest, timeline?.changeoverTo(from, setups.demandFamily[d]) ?? 0)
    }
    return longest
  }

  /** First work >= `from` at which all resources of the operation are free for its whole duration. */
  fit(operation: number, from: number): number {
    const { demandFirst, duration } = this.problem
    const length = duration[operation]
    const first = demandFirst[operation]
    const last = demandFirst[operation + 1]
    if (length === 0 || first === last) return from
    let at = from
    for (let agreed = 0, d = first; agreed < last - first; d = d + 1 < last ? d + 1 : first) {
      const next = this.#fitDemand(operation, d, at, length)
      agreed = next === at ? agreed + 1 : 1
      at = next
      if (at === Infinity) return Infinity
    }
    return at
  }

  #fitDemand(operation: number, demand: number, at: number, length: number): number {
    const { setups, demandResource, demandUnits } = this.problem
    const [resource, units] = [demandResource[demand], demandUnits[demand]]
    const other = this.#otherCalendar(operation, resource)
    const own = this.calendarOf(operation)
    const timeline = setups && this.#timelines[resource]?.now
    if (timeline) {
      const fits = (from: number, span: number): number => timeline.earliestFit(from, span, setups.demandFamily[demand])
      return other ? fitWhole(fits, own, other, at, length) : fits(at, length)
    }
    const profile = this.profile(resource)
    return other ? fitPieces({ profile, units, own, other }, at, length) : profile.earliestFit(at, length, units)
  }

  /** Places the operation at work `at` and updates its successors. */
  place(operation: number, at: number): void {
    this.#book(operation, at)
    this.#release(operation, this.end[operation])
  }

  /** Takes the operation out of the plan. Whatever waits for it must be out already. */
  remove(operation: number): void {
    this.#use(operation, -1)
    this.start[operation] = Infinity
    this.end[operation] = Infinity
  }

  /** Puts a removed operation at the first place that its predecessors and its resources allow. */
  insert(operation: number, { first, predecessor, lag, wait }: Predecessors): void {
    const calendar = this.calendarOf(operation)
    let wall = this.problem.release[operation]
    let work = this.#releaseWork[operation]
    for (let e = first[operation]; e < first[operation + 1]; e++) {
      const end = this.end[predecessor[e]] + wait[e]
      const from = end === Infinity ? Infinity : calendar.toWork(end) + lag[e]
      if (from > work) work = from
      if (end > wall) wall = end
    }
    this.#readyWall[operation] = wall
    this.#book(operation, this.fit(operation, work))
  }

  /** Puts a removed operation back to where it was. */
  putBack(operation: number, startWork: number, start: number, end: number): void {
    this.#startWork[operation] = startWork
    this.start[operation] = start
    this.end[operation] = end
    this.#use(operation, 1)
  }

  startWorkOf(operation: number): number {
    return this.#startWork[operation]
  }

  #book(operation: number, at: number): void {
    const length = this.problem.duration[operation]
    const calendar = this.calendarOf(operation)
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
    this.#startWork[operation] = at
    this.#use(operation, 1)
  }

  /** Takes what a placed operation needs of its resources (1), or gives it back (-1). */
  #use(operation: number, sign: 1 | -1): void {
    const { duration, demandFirst, demandResource, demandUnits, setups } = this.problem
    const length = duration[operation]
    if (this.end[operation] === Infinity || length === 0) return
    const from = this.#startWork[operation]
    for (let d = demandFirst[operation]; d < demandFirst[operation + 1]; d++) {
      const [resource, units] = [demandResource[d], sign * demandUnits[d]]
      const other = this.#otherCalendar(operation, resource)
      const timeline = setups && this.#timelines[resource]?.now
      if (timeline) this.#turn(operation, timeline, other, setups.demandFamily[d], sign)
      else if (other) {
        const profile = this.profile(resource)
        eachPiece(this.calendarOf(operation), other, from, length, (at, to) => profile.book(at, to, units))
      } else this.profile(resource).book(from, from + length, units)
    }
  }

  /** Takes or gives back a place between changeovers, from the start of an operation to its end. */
  #turn(operation: number, timeline: SetupTimeline, other: CoreCalendar | null, family: number, sign: 1 | -1): void {
    const startWork = this.#startWork[operation]
    const from = other ? other.toWork(this.start[operation]) : startWork
    const to = other ? other.toWork(this.end[operation]) : startWork + this.problem.duration[operation]
    if (sign > 0) timeline.book(from, to, family)
    else timeline.remove(from)
  }

  /** The calendar of a resource where it is not the operation's own. */
  #otherCalendar(operation: number, resource: number): CoreCalendar | null {
    const { resourceCalendar, calendar, calendars } = this.problem
    if (!resourceCalendar || resourceCalendar[resource] === calendar[operation]) return null
    return calendars[resourceCalendar[resource]]
  }

  #release(operation: number, end: number): void {
    const { successorFirst, successor, successorLag, successorWait } = this.problem
    const missing = this.#missing
    for (let e = successorFirst[operation]; e < successorFirst[operation + 1]; e++) {
      const next = successor[e]
      const wall = end + successorWait[e]
      const work = wall === Infinity ? Infinity : this.calendarOf(next).toWork(wall) + successorLag[e]
      if (work > this.readyWork[next]) this.readyWork[next] = work
      if (wall > this.#readyWall[next]) this.#readyWall[next] = wall
      missing[next]--
      if (missing[next] === 0) this.ready[this.readyCount++] = next
    }
  }
}
