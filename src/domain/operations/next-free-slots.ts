import { type CenterCapacity, largestCapacity, missingCapacity } from '../scheduling/center-capacity.ts'
import type { CenterChangeovers } from '../scheduling/changeovers.ts'
import { SetupTimeline } from '../scheduling/core/setup-timeline.ts'
import { StepProfile } from '../scheduling/core/step-profile.ts'
import { hourMs, lagOf } from '../scheduling/operation-work.ts'
import type { SnapshotDependency } from '../scheduling/shop-snapshot.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { type MovableOperation, moveTo, type PlannedTime } from './move-operation.ts'

export interface SlotRequest extends MovableOperation {
  readonly operationId: string
  /** Its work center; null = limited by the calendar alone. */
  readonly categoryId: string | null
  /** What its work center must be set up for. Absent = nothing special. */
  readonly setupFamily?: string
  /** Its project may not start before, or its material is not ready before; -Infinity = at once. */
  readonly releaseMs: number
  /** Open predecessors have their planned end (NaN = none), or their new end if they are moved in the same request. */
  readonly predecessors: readonly (SnapshotDependency & { readonly endMs: number })[]
}

export interface BusyTime extends PlannedTime {
  readonly categoryId: string
  readonly setupFamily?: string
}

export interface SlotWorld {
  /** First full minute that may be planned. */
  readonly nowMs: number
  /** Planned time of all other operations on these work centers. */
  readonly busy: readonly BusyTime[]
  readonly calendarOf: (categoryId: string | null) => WorkCalendar
  readonly capacityOf: (categoryId: string) => CenterCapacity
  /** The changeovers of a work center that has any. */
  readonly setupOf?: (categoryId: string) => CenterChangeovers | null
}

/** The time of a work center that is taken, in its work. */
interface TakenTime {
  readonly earliestFit: (from: number, length: number, family?: string) => number
  readonly take: (from: number, to: number, family?: string) => void
}

/** What a work center with changeovers does one after another. */
const takenInTurn = (
  setup: CenterChangeovers,
  { calendar }: CenterCapacity,
  busy: readonly BusyTime[],
  nowMs: number,
): TakenTime => {
  const bookings = busy.map(({ startMs, endMs, setupFamily }) => ({
    from: calendar.toWork(Math.max(startMs, nowMs)),
    to: calendar.toWork(endMs),
    family: setup.indexOf(setupFamily),
  }))
  const timeline = new SetupTimeline(setup.core(undefined, -Infinity), bookings)
  return {
    earliestFit: (from, length, family) =>
      length > 0 ? timeline.earliestFit(from, length, setup.indexOf(family)) : timeline.freeFrom(from),
    take: (from, to, family) => {
      if (to > from) timeline.book(from, to, setup.indexOf(family))
    },
  }
}

/** What a work center does at once. */
const takenAtOnce = (center: CenterCapacity, busy: readonly BusyTime[], nowMs: number): TakenTime => {
  const { calendar } = center
  const made = new StepProfile(largestCapacity(center, nowMs))
  for (const { from, to, units } of missingCapacity([center], nowMs)) made.book(from, to, units)
  for (const { startMs, endMs } of busy) {
    made.book(calendar.toWork(Math.max(startMs, nowMs)), calendar.toWork(endMs), 1)
  }
  return {
    earliestFit: (from, length) => made.earliestFit(from, length, 1),
    take: (from, to) => made.book(from, to, 1),
  }
}

export type SlotAnswer = PlannedTime | 'predecessorNotScheduled' | 'noWorkingTime'

/** The operations with predecessors first, otherwise in the given order. Operations on a cycle keep the given order. */
const inOrder = (requests: readonly SlotRequest[]): SlotRequest[] => {
  const byId = new Map(requests.map((request) => [request.operationId, request]))
  const seen = new Set<string>()
  const ordered: SlotRequest[] = []
  for (const first of requests) {
    // A stack instead of recursion: chains may be as long as the request.
    const stack = [first]
    while (stack.length > 0) {
      const request = stack.at(-1) as SlotRequest
      const before = request.predecessors.flatMap(({ operationId }) => byId.get(operationId) ?? [])
      const open = seen.has(request.operationId)
        ? undefined
        : before.find(
            ({ operationId }) =>
              !seen.has(operationId) && !stack.some((waiting) => waiting.operationId === operationId),
          )
      if (open) {
        stack.push(open)
        continue
      }
      stack.pop()
      if (!seen.has(request.operationId)) ordered.push(request)
      seen.add(request.operationId)
    }
  }
  return ordered
}

/**
 * The earliest free time of each operation on its work center, from now on, after its predecessors, its material and the release
 * of its project. They are placed one after another, and other operations keep their dates. Uses the capacity profile of the engine in
 * working time of the work center, because operations pause outside of it.
 */
export const nextFreeSlots = (requests: readonly SlotRequest[], world: SlotWorld): Map<string, SlotAnswer> => {
  const busyOf = Map.groupBy(world.busy, ({ categoryId }) => categoryId)
  const profiles = new Map<string, TakenTime>()
  const profileOf = (categoryId: string): TakenTime => {
    const known = profiles.get(categoryId)
    if (known) return known
    const [center, busy] = [world.capacityOf(categoryId), busyOf.get(categoryId) ?? []]
    const setup = world.setupOf?.(categoryId)
    const made = setup ? takenInTurn(setup, center, busy, world.nowMs) : takenAtOnce(center, busy, world.nowMs)
    profiles.set(categoryId, made)
    return made
  }
  const answers = new Map<string, SlotAnswer>()
  const place = (request: SlotRequest): SlotAnswer => {
    const { categoryId, started, leftHours, releaseMs, predecessors } = request
    const calendar = world.calendarOf(categoryId)
    let from = calendar.toWork(Math.max(world.nowMs, releaseMs))
    for (const dependency of predecessors) {
      const placed = answers.get(dependency.operationId)
      const endMs = typeof placed === 'object' ? placed.endMs : dependency.endMs
      if (started) continue
      if (Number.isNaN(endMs)) return 'predecessorNotScheduled'
      const { lagMs, waitMs } = lagOf(dependency)
      from = Math.max(from, calendar.toWork(endMs + waitMs) + lagMs)
    }
    const work = leftHours * hourMs
    const profile = categoryId === null ? null : profileOf(categoryId)
    const start = profile ? profile.earliestFit(from, work, request.setupFamily) : from
    if (start === Infinity) return 'noWorkingTime'
    const time = moveTo(
      { ...request, plannedStartMs: started ? request.plannedStartMs : Number.NaN, durationHours: leftHours },
      calendar.startWall(start),
      calendar,
      world.nowMs,
    )
    if (!time) return 'noWorkingTime'
    profile?.take(start, start + work, request.setupFamily)
    return time
  }
  for (const request of inOrder(requests)) answers.set(request.operationId, place(request))
  return answers
}
