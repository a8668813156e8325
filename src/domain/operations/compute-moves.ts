import { isOutside } from '../categories/category-kind.ts'
import { centerCapacity } from '../scheduling/center-capacity.ts'
import { CenterChangeovers } from '../scheduling/changeovers.ts'
import { type CalendarSource, type ShopCalendars, shopCalendars } from '../scheduling/shop-calendars.ts'
import type { SnapshotCategory } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '../scheduling/stopped.ts'
import type { CapacitySpan } from '../time/capacity-steps.ts'
import { hourMs } from '../time/units.ts'
import { moveBy, moveTo, type PlannedTime } from './move-operation.ts'
import { type BusyTime, nextFreeSlots, type SlotAnswer, type SlotRequest } from './next-free-slots.ts'
import { type BatchWork, overlapAfter } from './transfer-batch.ts'

/** Working time and work centers of an organization. */
export interface MovingShop extends Omit<CalendarSource, 'categories'> {
  readonly categories: SnapshotCategory[]
  readonly capacitySpans: CapacitySpan[]
}

/** A predecessor that is not moved itself; instants in epoch ms. */
export interface MovedBehind extends BatchWork {
  readonly operationId: string
  readonly categoryId: string | null
  readonly poolId: string | null
  /** Actual start, otherwise the planned one; null = none. */
  readonly startMs: number | null
  /** Actual end, otherwise the planned one; null = none. */
  readonly endMs: number | null
  readonly isStarted: boolean
  readonly isCompleted: boolean
}

/** How to move operations. Plain data, because it is sent to a worker thread. */
export type Moving =
  /** `dayMs` is the start of the day in the zone of the user who chose it. */
  | { readonly kind: 'rescheduleTo'; readonly dayMs: number }
  | { readonly kind: 'rescheduleBy'; readonly workingDays: number }
  | {
      readonly kind: 'nextFreeSlot'
      /** Planned time of all other operations on the affected work centers and pools. */
      readonly busy: readonly BusyTime[]
      readonly behind: readonly MovedBehind[]
    }

export interface MovesWanted {
  readonly shop: MovingShop
  /** First full minute that may be planned. */
  readonly nowMs: number
  readonly moving: Moving
  /** Operations in the order in which they are placed. Their predecessors are filled in from `behind`. */
  readonly operations: readonly SlotRequest[]
}

/** The new dates of each operation by id, or why it cannot be moved. */
export type Moves = ReadonlyMap<string, SlotAnswer | 'notScheduled'>

/** Calendars begin this long before now, for work that was planned or started in the past. */
const pastMs = 400 * 86_400_000

type Before = Pick<SlotRequest['predecessors'][number], 'endMs' | 'work'>

const beforeOf = (
  { startMs, endMs, durationHours, isStarted, isCompleted, categoryId, poolId }: MovedBehind,
  calendarOf: ShopCalendars['of'],
): Before => {
  if (endMs === null || isCompleted) return { endMs: endMs ?? Number.NaN }
  const calendar = calendarOf(categoryId, poolId)
  const begunMs = startMs ?? endMs
  const planned = calendar.toWork(endMs) - calendar.toWork(begunMs)
  const wholeMs = isStarted ? Math.round(durationHours * hourMs) : planned
  return { endMs, work: { calendar, startMs: begunMs, wholeMs } }
}

const freeSlots = (
  { shop, nowMs, operations }: MovesWanted,
  { busy, behind }: Extract<Moving, { kind: 'nextFreeSlot' }>,
  calendarOf: ShopCalendars['of'],
  shouldStop: ShouldStop,
): Moves => {
  const before = new Map(behind.map((one) => [one.operationId, { ...beforeOf(one, calendarOf), of: one }]))
  const requests = operations.map((operation) => ({
    ...operation,
    predecessors: operation.predecessors.map((link) => {
      const { of, ...dates } = before.get(link.operationId) ?? {}
      return { ...link, ...dates, overlapPercent: overlapAfter(link.overlapPercent, of) }
    }),
  }))
  const centers = new Map(shop.categories.map((center) => [center.categoryId, center]))
  return nextFreeSlots(requests, {
    nowMs,
    busy,
    calendarOf,
    shouldStop,
    capacityOf: (categoryId) => {
      const center = centers.get(categoryId)
      if (center && isOutside(center)) return null
      const calendar = calendarOf(categoryId, null)
      return centerCapacity(center ?? { categoryId, capacity: 1 }, calendar, shop.capacitySpans)
    },
    setupOf: (categoryId) => {
      const changeovers = centers.get(categoryId)?.changeovers ?? []
      return changeovers.length > 0 ? new CenterChangeovers(changeovers) : null
    },
  })
}

/**
 * Moves operations to a day, by working days, or to the next free slot on their work centers. Other operations keep
 * their dates. Throws `StoppedError`.
 */
export const computeMoves = (wanted: MovesWanted, shouldStop: ShouldStop = neverStop): Moves => {
  const { shop, nowMs, moving, operations } = wanted
  const { of: calendarOf } = shopCalendars(shop, nowMs - pastMs)
  if (moving.kind === 'nextFreeSlot') return freeSlots(wanted, moving, calendarOf, shouldStop)
  return new Map(
    operations.map((operation): [string, PlannedTime | 'notScheduled' | 'noWorkingTime'] => {
      const { operationId, categoryId, poolId, plannedStartMs, plannedEndMs } = operation
      const calendar = calendarOf(categoryId, poolId)
      if (moving.kind === 'rescheduleTo')
        return [operationId, moveTo(operation, moving.dayMs, calendar, nowMs) ?? 'noWorkingTime']
      if (Number.isNaN(plannedStartMs) || Number.isNaN(plannedEndMs)) return [operationId, 'notScheduled']
      return [operationId, moveBy(operation, moving.workingDays, calendar, nowMs) ?? 'noWorkingTime']
    }),
  )
}
