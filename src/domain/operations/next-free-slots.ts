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
  /** What an overlap with it is counted in. Absent = it must have ended. */
  readonly work?: { readonly calendar: WorkCalendar; readonly startMs: number; readonly wholeMs: number } | null
}

export interface SlotRequest extends MovableOperation {
  readonly operationId: string
  /** Its work center; null = limited by the calendar alone. */
  readonly categoryId: string | null
  /** The pool of which it needs one unit. Absent = none. */
  readonly poolId?: string | null
  /** What its work center must be set up for. Absent = nothing special. */
  readonly setupFamily?: string
  /** Its project may not start before, or its material is not ready before; -Infinity = at once. */
  readonly releaseMs: number
  /** Open predecessors have their planned end (NaN = none), or their new end if they are moved in the same request. */
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
  /** null = any number of operations at once, as outside. */
  readonly capacityOf: (categoryId: string) => CenterCapacity | null
  /** The changeovers of a work center; null = it has none. */
  readonly setupOf?: (categoryId: string) => CenterChangeovers | null
  readonly shouldStop?: ShouldStop
}

/** So much work of an operation in its own calendar, which is open only while all that it needs is open. */
interface Stretch {
  readonly own: WorkCalendar
  readonly from: number
  readonly length: number
  readonly family: string | undefined
  /** It leaves a pool to other work while it pauses, but not its work center. */
  readonly isPool: boolean
}

/** The time of a work center or a pool that is taken. */
interface TakenTime {
  /** First own work >= `from` at which it has room; Infinity = never. */
  readonly earliestFit: (wanted: Stretch) => number
  readonly take: (placed: Stretch) => void
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

/** What a work center or a pool does at once. */
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
 * working time of the work center, because operations pause outside of it. Throws `StoppedError`.
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
