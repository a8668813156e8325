import { type CenterCapacity, largestCapacity, missingCapacity } from '../scheduling/center-capacity.ts'
import type { CenterChangeovers } from '../scheduling/changeovers.ts'
import { bookPieces, fitPieces, fitTogether, fitWhole } from '../scheduling/core/open-pieces.ts'
import { SetupTimeline } from '../scheduling/core/setup-timeline.ts'
import { StepProfile } from '../scheduling/core/step-profile.ts'
import { lagOf, startAfter } from '../scheduling/operation-work.ts'
import type { SnapshotDependency } from '../scheduling/shop-snapshot.ts'
import { type ShouldStop, StoppedError } from '../scheduling/stopped.ts'
import { hourMs } from '../time/units.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { valueAt } from '../value-at.ts'
import { type MovableOperation, moveTo, type PlannedTime } from './move-operation.ts'

interface SlotPredecessor extends SnapshotDependency {
  readonly endMs: number
  /** Calendar and work with which an overlap is measured; absent = the predecessor must have ended. */
  readonly work?: { readonly calendar: WorkCalendar; readonly startMs: number; readonly wholeMs: number } | null
}

export interface SlotRequest extends MovableOperation {
  readonly operationId: string
  /** Its work center; null = only the calendar limits it. */
  readonly categoryId: string | null
  /** The pool of which it needs one unit; absent = none. */
  readonly poolId?: string | null
  /** Setup family; absent = none. */
  readonly setupFamily?: string
  /** Earliest start from the release of its project and its material; -Infinity = no limit. */
  readonly releaseMs: number
  /** Open predecessors with their planned end (NaN = none), or with the new end if they are moved by the same request. */
  readonly predecessors: readonly SlotPredecessor[]
}

export interface BusyTime extends PlannedTime, Pick<SlotRequest, 'poolId' | 'setupFamily'> {
  readonly categoryId: string | null
}

export interface SlotWorld {
  /** First full minute that may be planned. */
  readonly nowMs: number
  /** Planned time of all other operations on these work centers. */
  readonly busy: readonly BusyTime[]
  readonly calendarOf: (categoryId: string | null, poolId?: string | null) => WorkCalendar
  /** null = unlimited, as at a supplier. */
  readonly capacityOf: (categoryId: string) => CenterCapacity | null
  /** Changeovers of a work center; null = none. */
  readonly setupOf?: (categoryId: string) => CenterChangeovers | null
  readonly shouldStop?: ShouldStop
}

/** Work of an operation in its own calendar, which is open only while everything it needs is open. */
interface Stretch {
  readonly own: WorkCalendar
  readonly from: number
  readonly length: number
  readonly family: string | undefined
  /** Whether this is a pool, which is free while the work pauses; a work center is not. */
  readonly isPool: boolean
}

/** Occupied time of a work center or pool. */
interface TakenTime {
  /** First own work time >= `from` at which it fits; Infinity = never. */
  readonly earliestFit: (wanted: Stretch) => number
  readonly take: (placed: Stretch) => void
}

/** Occupied time of a work center with changeovers, which runs one operation at a time. */
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
    earliestFit: ({ own, from, length, family }) => {
      if (length === 0) return own.toWork(calendar.startWall(timeline.freeFrom(calendar.toWork(own.startWall(from)))))
      return fitWhole({ room: timeline, need: setup.indexOf(family), own, other: calendar }, from, length)
    },
    take: ({ own, from, length, family }) => {
      if (length === 0) return
      const [start, end] = [calendar.toWork(own.startWall(from)), calendar.toWork(own.endWall(from + length))]
      timeline.book(start, end, setup.indexOf(family))
    },
  }
}

/** Occupied time of a work center or pool that runs several operations at once. */
const takenAtOnce = (id: string, center: CenterCapacity, busy: readonly BusyTime[], world: SlotWorld): TakenTime => {
  const { calendar } = center
  const { nowMs } = world
  const profile = new StepProfile(largestCapacity(center, nowMs))
  for (const { from, to, units } of missingCapacity([center], nowMs)) profile.book(from, to, units)
  for (const { categoryId, poolId, startMs, endMs } of busy) {
    const fromMs = Math.max(startMs, nowMs)
    const times = poolId === id ? world.calendarOf(categoryId, poolId).intervals(fromMs, endMs) : [fromMs, endMs]
    for (let i = 0; i < times.length; i += 2)
      profile.book(calendar.toWork(valueAt(times, i)), calendar.toWork(valueAt(times, i + 1)), 1)
  }
  return {
    earliestFit: ({ own, from, length, isPool }) => {
      if (length === 0) return from
      return (isPool ? fitPieces : fitWhole)({ room: profile, need: 1, own, other: calendar }, from, length)
    },
    take: ({ own, from, length, isPool }) => {
      if (isPool) bookPieces({ room: profile, need: 1, own, other: calendar }, from, length)
      else profile.book(calendar.toWork(own.startWall(from)), calendar.toWork(own.endWall(from + length)), 1)
    },
  }
}

export type SlotAnswer = PlannedTime | 'predecessorNotScheduled' | 'noWorkingTime'

/** Sorts operations so that predecessors come first, otherwise in the given order. Operations on a cycle keep the given order. */
const inOrder = (requests: readonly SlotRequest[]): SlotRequest[] => {
  const byId = new Map(requests.map((request) => [request.operationId, request]))
  const seen = new Set<string>()
  const ordered: SlotRequest[] = []
  for (const first of requests) {
    // Uses a stack instead of recursion, because a chain may be as long as the request.
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
 * Finds the earliest free slot of each operation on its work center, from now on, after its predecessors, its material and the release of
 * its project. Operations are placed one after another, and others keep their dates. Uses the engine's capacity profile in working time of
 * the work center, because operations pause outside it. Throws `StoppedError`.
 */
export const nextFreeSlots = (requests: readonly SlotRequest[], world: SlotWorld): Map<string, SlotAnswer> => {
  const isBusy = ({ categoryId, poolId = null }: BusyTime, id: string): boolean => categoryId === id || poolId === id
  const profiles = new Map<string, TakenTime>()
  const profileOf = (categoryId: string): TakenTime | null => {
    const known = profiles.get(categoryId)
    if (known) return known
    const center = world.capacityOf(categoryId)
    if (!center) return null
    const busy = world.busy.filter((one) => isBusy(one, categoryId))
    const setup = world.setupOf?.(categoryId)
    const made = setup ? takenInTurn(setup, center, busy, world.nowMs) : takenAtOnce(categoryId, center, busy, world)
    profiles.set(categoryId, made)
    return made
  }
  const answers = new Map<string, SlotAnswer>()
  const place = (request: SlotRequest): SlotAnswer => {
    const { categoryId, poolId = null, actualStartMs, leftHours, releaseMs, predecessors } = request
    const calendar = world.calendarOf(categoryId, poolId)
    const work = leftHours * hourMs
    let from = calendar.toWork(Math.max(world.nowMs, releaseMs))
    for (const dependency of predecessors) {
      const placed = answers.get(dependency.operationId)
      const endMs = typeof placed === 'object' ? placed.endMs : dependency.endMs
      if (actualStartMs !== null) continue
      if (Number.isNaN(endMs)) return 'predecessorNotScheduled'
      const known = dependency.work ?? { calendar, startMs: endMs, wholeMs: 0 }
      const startMs = typeof placed === 'object' ? placed.startMs : known.startMs
      const lag = lagOf(dependency.work ? dependency : { ...dependency, overlapPercent: null })
      const before = { calendar: known.calendar, startMs, endMs, wholeMs: () => known.wholeMs }
      from = Math.max(from, calendar.toWork(startAfter({ calendar, leftMs: work }, before, lag).atMs))
    }
    const stretch = { own: calendar, length: work, family: request.setupFamily }
    const demands = [categoryId, poolId].flatMap((id, place) => {
      const taken = id === null ? null : profileOf(id)
      return taken ? { taken, stretch: { ...stretch, isPool: place === 1 } } : []
    })
    const start = fitTogether(
      demands.map(
        ({ taken, stretch }) =>
          (at: number) =>
            taken.earliestFit({ ...stretch, from: at }),
      ),
      from,
    )
    if (start === Infinity) return 'noWorkingTime'
    const time = moveTo(
      {
        ...request,
        plannedStartMs: actualStartMs === null ? Number.NaN : request.plannedStartMs,
        durationHours: leftHours,
      },
      calendar.startWall(start),
      calendar,
      world.nowMs,
    )
    if (!time) return 'noWorkingTime'
    for (const { taken, stretch } of demands) taken.take({ ...stretch, from: start })
    return time
  }
  for (const request of inOrder(requests)) {
    if (world.shouldStop?.()) throw new StoppedError()
    answers.set(request.operationId, place(request))
  }
  return answers
}
