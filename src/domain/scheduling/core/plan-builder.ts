import {
  type CoreBooking,
  type CoreCalendar,
  type CorePlan,
  type CoreProblem,
  hasModes,
  type Predecessors,
  predecessorsOf,
  shareOf,
  timedLinks,
} from './core-problem.ts'
import { workAfter } from './link-rule.ts'
import { bookPieces, fitPieces, fitWhole } from './open-pieces.ts'
import { type Timeline, timelineOf } from './setup-timeline.ts'
import { StepProfile } from './step-profile.ts'

/** A resource that nothing uses. */
const unused = new StepProfile(0)

/**
 * A plan under construction. It tracks when each operation can start, finds its first slot and books it. It is reused
 * for many plans, so a search does not allocate memory.
 */
export class PlanBuilder implements CorePlan {
  readonly problem: CoreProblem
  readonly start: Float64Array
  readonly end: Float64Array
  readonly mode: Int32Array | null
  /** Values of the chosen modes. */
  readonly duration: Float64Array
  readonly calendar: Int32Array
  readonly demandResource: Int32Array
  /** Links of a problem with modes, and the earliest start in each mode, once it is known. */
  readonly #links: Predecessors | null
  readonly #readyInMode: Float64Array
  #keepsModes = false
  /** 1 for each link to a successor with a lag, a wait or an overlap, which are read for no other link. */
  readonly #isTimed: Uint8Array
  /** Work (own calendar) from which release and placed predecessors allow a start; once placed, its start. */
  readonly readyWork: Float64Array
  /** The same as an instant, before closed time is considered. Only for operations without duration. */
  readonly #readyWall: Float64Array
  #earliest: Float64Array
  readonly #releaseWork: Float64Array
  /**
   * Two numbers for each operation: its first link to a successor, and the number of unplaced predecessors. Placing an
   * operation reads the first, and updating its successor, which is usually the next operation, the second, so storing
   * them together takes a single memory access.
   */
  readonly #edges: Int32Array
  readonly #profiles: StepProfile[]
  readonly #booked: StepProfile[]
  /** Timelines of resources with changeovers, which have no profile: by resource, and as a list. */
  readonly #timelines: (Timeline | null)[]
  readonly #usedTimelines: readonly Timeline[]
  /** Operations whose predecessors are all placed, since the caller last cleared the list. */
  readonly ready: Int32Array
  readyCount = 0

  constructor(problem: CoreProblem) {
    const { operationCount: count, modes } = problem
    this.problem = problem
    this.mode = modes && new Int32Array(count).fill(-1)
    this.duration = problem.duration.slice()
    this.calendar = modes ? problem.calendar.slice() : problem.calendar
    this.demandResource = modes ? problem.demandResource.slice() : problem.demandResource
    this.#links = modes && predecessorsOf(problem, (operation) => hasModes(modes, operation))
    this.#readyInMode = new Float64Array(modes?.duration.length ?? 0)
    this.#isTimed = timedLinks(problem)
    this.start = new Float64Array(count)
    this.end = new Float64Array(count)
    this.readyWork = new Float64Array(count)
    this.#readyWall = new Float64Array(count)
    this.#edges = new Int32Array(2 * count + 2)
    for (let i = 0; i <= count; i++) this.#edges[2 * i] = problem.successorFirst[i]
    this.ready = new Int32Array(count)
    this.#earliest = problem.release
    this.#releaseWork = new Float64Array(count)
    this.setReleases(problem.release)
    this.#booked = Array.from(problem.capacity, (capacity) => new StepProfile(capacity))
    this.#profiles = Array.from(problem.capacity, (capacity) => new StepProfile(capacity))
    this.#timelines = (problem.setups?.of ?? []).map(
      (setup, resource) => setup && timelineOf(problem.bookings, setup, resource),
    )
    this.#usedTimelines = this.#timelines.filter((timeline) => timeline !== null)
    this.#bookProfiles(problem.bookings)
    this.reset()
  }

  /** Gives the operations of a problem without modes other durations, from the next `reset` on. */
  setDurations(duration: Float64Array): void {
    this.duration.set(duration)
  }

  /** Gives the operations of a problem without modes other earliest starts, from the next `reset` on. The array is not copied. */
  setReleases(release: Float64Array): void {
    this.#earliest = release
    for (let i = 0; i < release.length; i++) this.#releaseWork[i] = this.calendarOf(i).toWork(release[i])
  }

  /** Replaces the capacity that is used before anything is placed, from the next `reset` on. */
  rebook(bookings: readonly CoreBooking[]): void {
    for (const profile of this.#booked) profile.copyFrom(unused)
    this.#bookProfiles(bookings)
    for (const [resource, timeline] of this.#timelines.entries()) {
      const setup = this.problem.setups?.of[resource]
      if (timeline && setup) timeline.booked.copyFrom(timelineOf(bookings, setup, resource).booked)
    }
  }

  #bookProfiles(bookings: readonly CoreBooking[]): void {
    for (const { resource, from, to, units } of bookings) this.#booked[resource]?.book(from, to, units)
  }

  /** Clears the plan. `chosen` are the modes to use for the next plan; otherwise `fit` chooses them. */
  reset(chosen: Int32Array | null = null): void {
    const { problem } = this
    if (problem.modes) this.#resetModes(chosen)
    this.readyWork.set(this.#releaseWork)
    this.#readyWall.set(this.#earliest)
    this.start.fill(Infinity)
    this.end.fill(Infinity)
    for (let r = 0; r < problem.resourceCount; r++) this.profile(r).copyFrom(this.#booked[r])
    for (const { now, booked } of this.#usedTimelines) now.copyFrom(booked)
    this.readyCount = 0
    for (let i = 0; i < problem.operationCount; i++) {
      this.#edges[2 * i + 1] = problem.predecessorCount[i]
      if (problem.predecessorCount[i] === 0) this.#addReady(i)
    }
  }

  calendarOf(operation: number): CoreCalendar {
    return this.problem.calendars[this.calendar[operation]]
  }

  profile(resource: number): StepProfile {
    return this.#profiles[resource]
  }

  hasChangeovers(resource: number): boolean {
    return (this.#timelines[resource] ?? null) !== null
  }

  /** Total work of changeovers. */
  get changeover(): number {
    return this.#usedTimelines.reduce((sum, { now }) => sum + now.total, 0)
  }

  /** Whether there is enough time for every changeover, except those between fixed operations. */
  get hasRoomForChangeovers(): boolean {
    return this.#usedTimelines.every(({ now, booked }) => now.short <= booked.short)
  }

  /** The first work >= `from` at which the resource has room. */
  roomFrom(resource: number, from: number): number {
    return this.#timelines[resource]?.now.freeFrom(from) ?? this.profile(resource).earliestFit(from, 1, 1)
  }

  /** The longest changeover for an operation that starts at work `at`. */
  changeoverTo(operation: number, at: number): number {
    const { setups, demandFirst } = this.problem
    const { demandResource } = this
    let longest = 0
    if (!setups || at === Infinity) return longest
    for (let d = demandFirst[operation]; d < demandFirst[operation + 1]; d++) {
      const timeline = this.#timelines[demandResource[d]]?.now
      if (!timeline) continue
      const other = this.#otherCalendar(operation, demandResource[d])
      const from = other ? other.toWork(this.calendarOf(operation).startWall(at)) : at
      longest = Math.max(longest, timeline.changeoverTo(from, setups.demandFamily[d]))
    }
    return longest
  }

  /** The earliest start that the release and the predecessors allow, in the earliest mode. */
  earliestStart(operation: number): number {
    const { modes, calendars } = this.problem
    const from = this.readyWork[operation]
    if (!hasModes(modes, operation) || this.#keepsModes) {
      return from === Infinity ? Infinity : this.calendarOf(operation).startWall(from)
    }
    let earliest = Infinity
    for (let row = modes.first[operation]; row < modes.first[operation + 1]; row++) {
      const work = this.#readyInMode[row]
      if (work !== Infinity) earliest = Math.min(earliest, calendars[modes.calendar[row]].startWall(work))
    }
    return earliest
  }

  /**
   * First work >= `from` at which all resources of the operation are free for its whole duration. An operation with modes uses the one in
   * which it ends first if started at `notBefore` or later; the result is then work of that mode's calendar.
   */
  fit(operation: number, from: number, notBefore = -Infinity): number {
    const chooses = !this.#keepsModes && hasModes(this.problem.modes, operation)
    return chooses ? this.#choose(operation, notBefore) : this.#fitInMode(operation, from)
  }

  /** Chooses the mode with the earliest end, then the shortest duration, then the first. */
  #choose(operation: number, notBefore: number): number {
    const { modes } = this.problem
    let chosen = -1
    let chosenAt = Infinity
    let earliest = Infinity
    let shortest = Infinity
    if (!modes) return chosenAt
    for (let row = modes.first[operation]; row < modes.first[operation + 1]; row++) {
      this.#runIn(operation, row)
      const calendar = this.calendarOf(operation)
      const ready = this.#readyInMode[row]
      const at = this.#fitInMode(operation, notBefore > -Infinity ? Math.max(ready, calendar.toWork(notBefore)) : ready)
      const length = modes.duration[row]
      const end = at === Infinity ? Infinity : calendar.endWall(at + length)
      if (chosen >= 0 && (end > earliest || (end === earliest && length >= shortest))) continue
      chosen = row
      chosenAt = at
      earliest = end
      shortest = length
    }
    this.#runIn(operation, chosen)
    return chosenAt
  }

  #addReady(operation: number): void {
    this.ready[this.readyCount++] = operation
    if (!this.#keepsModes) this.#findReadyInModes(operation)
  }

  /** Computes the work in each mode's calendar from which the release and the predecessors, which must all be placed, allow a start. */
  #findReadyInModes(operation: number): void {
    const links = this.#links
    const { modes, calendars } = this.problem
    if (!links || !hasModes(modes, operation)) return
    for (let row = modes.first[operation]; row < modes.first[operation + 1]; row++) {
      const calendar = calendars[modes.calendar[row]]
      let work = calendar.toWork(modes.release[row])
      for (let e = links.first[operation]; e < links.first[operation + 1]; e++) {
        const [before, left] = [links.predecessor[e], links.left?.[e]]
        const from = this.workAfter(before, calendar, modes.duration[row], links.lag[e], links.wait[e], left)
        if (from > work) work = from
      }
      this.#readyInMode[row] = work
    }
  }

  /** Work of a calendar from which an operation of this length may start after a placed predecessor. */
  workAfter(before: number, calendar: CoreCalendar, length: number, lag: number, wait: number, left = 0): number {
    const end = this.end[before]
    if (end === Infinity) return Infinity
    const early = left === 0 ? 0 : shareOf(length, left)
    return workAfter(calendar, end, lag, wait, early, early === 0 ? end : this.#shareEnd(before, left))
  }

  /** The instant at which only `left` percent of a placed operation remains. */
  #shareEnd(operation: number, left: number): number {
    const length = this.duration[operation]
    const undone = shareOf(length, left)
    if (undone === 0) return this.end[operation]
    return this.calendarOf(operation).endWall(this.readyWork[operation] + length - undone)
  }

  /** Switches an unplaced operation to another mode. */
  #runIn(operation: number, row: number): void {
    const { modes, demandFirst } = this.problem
    if (!modes || !this.mode) return
    this.mode[operation] = row
    this.duration[operation] = modes.duration[row]
    this.calendar[operation] = modes.calendar[row]
    if (demandFirst[operation] < demandFirst[operation + 1])
      this.demandResource[demandFirst[operation]] = modes.resource[row]
  }

  #resetModes(chosen: Int32Array | null): void {
    const { problem } = this
    this.#keepsModes = chosen !== null
    this.mode?.fill(-1)
    this.duration.set(problem.duration)
    this.calendar.set(problem.calendar)
    this.demandResource.set(problem.demandResource)
    for (let i = 0; chosen && i < problem.operationCount; i++) {
      if (chosen[i] < 0) continue
      this.#runIn(i, chosen[i])
      this.#releaseWork[i] = this.calendarOf(i).toWork(problem.modes?.release[chosen[i]] ?? problem.release[i])
    }
  }

  #fitInMode(operation: number, from: number): number {
    const { demandFirst } = this.problem
    const { duration } = this
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
    const { setups, demandUnits, pauses } = this.problem
    const resource = this.demandResource[demand]
    const units = demandUnits[demand]
    const other = this.#otherCalendar(operation, resource)
    const own = this.calendarOf(operation)
    const timeline = setups && this.#timelines[resource]?.now
    const profile = this.profile(resource)
    if (other && pauses?.frees[demand] === 1) return fitPieces({ room: profile, need: units, own, other }, at, length)
    const room = timeline ?? profile
    const need = timeline ? setups.demandFamily[demand] : units
    return other ? fitWhole({ room, need, own, other }, at, length) : room.earliestFit(at, length, need)
  }

  /** Places the operation at work `at` and updates its successors. */
  place(operation: number, at: number): void {
    this.#book(operation, at)
    this.#release(operation)
  }

  /** Removes the operation from the plan. Its successors must be removed already. */
  remove(operation: number): void {
    this.#use(operation, this.readyWork[operation], -1)
    this.start[operation] = Infinity
    this.end[operation] = Infinity
  }

  /** Reinserts a removed operation in the first slot that its predecessors and resources allow. */
  insert(operation: number, { first, predecessor, lag, wait, left }: Predecessors): void {
    const calendar = this.calendarOf(operation)
    const length = this.duration[operation]
    let wall = this.#earliest[operation]
    let work = this.#releaseWork[operation]
    for (let e = first[operation]; e < first[operation + 1]; e++) {
      const end = this.end[predecessor[e]] + wait[e]
      const from = this.workAfter(predecessor[e], calendar, length, lag[e], wait[e], left?.[e])
      if (from > work) work = from
      if (end > wall) wall = end
    }
    this.#readyWall[operation] = wall
    this.#findReadyInModes(operation)
    const chooses = hasModes(this.problem.modes, operation)
    this.#book(operation, chooses ? this.#choose(operation, -Infinity) : this.#fitInMode(operation, work))
  }

  /** Restores a removed operation to its previous position. */
  putBack(operation: number, startWork: number, start: number, end: number, mode = -1): void {
    if (mode >= 0) this.#runIn(operation, mode)
    this.readyWork[operation] = startWork
    this.start[operation] = start
    this.end[operation] = end
    this.#use(operation, startWork, 1)
  }

  startWorkOf(operation: number): number {
    return this.readyWork[operation]
  }

  #book(operation: number, at: number): void {
    const length = this.duration[operation]
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
    this.readyWork[operation] = at
    this.#use(operation, at, 1)
  }

  /** Books the resources of a placed operation (1), or releases them (-1). */
  #use(operation: number, startWork: number, sign: 1 | -1): void {
    const { demandFirst, demandUnits, setups, pauses } = this.problem
    const { duration, demandResource } = this
    const length = duration[operation]
    if (this.end[operation] === Infinity || length === 0) return
    for (let d = demandFirst[operation]; d < demandFirst[operation + 1]; d++) {
      const resource = demandResource[d]
      const units = sign * demandUnits[d]
      const other = this.#otherCalendar(operation, resource)
      const timeline = setups && this.#timelines[resource]?.now
      const profile = this.profile(resource)
      if (other && pauses?.frees[d] === 1) {
        bookPieces({ room: profile, need: units, own: this.calendarOf(operation), other }, startWork, length)
        continue
      }
      const from = other ? other.toWork(this.start[operation]) : startWork
      const to = other ? other.toWork(this.end[operation]) : startWork + length
      if (!timeline) profile.book(from, to, units)
      else if (sign > 0) timeline.book(from, to, setups.demandFamily[d])
      else timeline.remove(from)
    }
  }

  /** The calendar of a resource if it differs from the operation's own. */
  #otherCalendar(operation: number, resource: number): CoreCalendar | null {
    const { pauses, calendars } = this.problem
    if (!pauses || pauses.calendarOf[resource] === this.calendar[operation]) return null
    return calendars[pauses.calendarOf[resource]]
  }

  #release(operation: number): void {
    const { successor, successorLag, successorWait, successorLeft } = this.problem
    const edges = this.#edges
    for (let e = edges[2 * operation]; e < edges[2 * operation + 2]; e++) {
      const next = successor[e]
      const isTimed = this.#isTimed[e] === 1
      const length = this.duration[next]
      const lag = isTimed ? successorLag[e] : 0
      const wait = isTimed ? successorWait[e] : 0
      const left = isTimed ? successorLeft?.[e] : 0
      const work = this.workAfter(operation, this.calendarOf(next), length, lag, wait, left)
      if (work > this.readyWork[next]) this.readyWork[next] = work
      if (length === 0) this.#readyWall[next] = Math.max(this.#readyWall[next], this.end[operation] + wait)
      edges[2 * next + 1]--
      if (edges[2 * next + 1] === 0) this.#addReady(next)
    }
  }
}
