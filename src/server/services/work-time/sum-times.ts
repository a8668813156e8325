import { sql } from 'drizzle-orm'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { actualHours, type RecordedInterval } from '#domain/work-time/actual-hours.ts'
import { idleSince } from '#domain/work-time/idle-since.ts'
import { workedSoFarMs } from '#domain/work-time/worked-time.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs, readJson } from '../../db/read-json.ts'
import { type CalendarOf, readCalendars } from './center-hours.ts'

const hourMs = 3_600_000

/** The facts about an operation that its time depends on, besides its intervals. */
export interface TimedOperation {
  readonly operationId: string
  readonly categoryId: string | null
  readonly progressPercentage: number
  readonly onHold: boolean
  readonly startMs: number | null
  readonly endMs: number | null
}

export interface PlacedInterval extends RecordedInterval {
  readonly categoryId: string | null
}

/** The time on an operation: one rule for its page, lists and exports. */
export interface TimeSum {
  /** A running interval counts so far; null = nothing is known yet. */
  readonly actualHours: number | null
  /** The hours are open time between start and end, because no intervals were recorded. */
  readonly includesWaiting: boolean
  /** When work on it last ended; null = work goes on, or it is on hold, not begun or done. */
  readonly idleSinceMs: number | null
  /** Hours of working time since then. */
  readonly idleHours: number
}

/** Hours of an interval: those that were stored when it ended, or those so far. */
export const hoursOf = (interval: PlacedInterval, calendarOf: CalendarOf, nowMs: number): number =>
  interval.workedHours ?? workedSoFarMs(calendarOf(interval.categoryId), interval.startMs, nowMs) / hourMs

export const sumTimes = (
  operation: TimedOperation,
  intervals: readonly PlacedInterval[],
  calendarOf: CalendarOf,
  nowMs: number,
): TimeSum => {
  const { categoryId, progressPercentage, onHold, startMs, endMs } = operation
  const calendar = calendarOf(categoryId)
  const soFar = intervals.map((interval) => ({
    startMs: interval.startMs,
    endMs: interval.endMs ?? nowMs,
    workedHours: hoursOf(interval, calendarOf, nowMs),
  }))
  const { hours, includesWaiting } = actualHours({ intervals: soFar, startMs, endMs }, calendar)
  const isDone = isCompleted({ progressPercentage, actualEndMs: endMs })
  const idleSinceMs = idleSince({ startMs, isCompleted: isDone, onHold, intervals }, nowMs)
  return {
    actualHours: intervals.length > 0 || includesWaiting ? hours : null,
    includesWaiting,
    idleSinceMs,
    idleHours: idleSinceMs === null ? 0 : (calendar.toWork(nowMs) - calendar.toWork(idleSinceMs)) / hourMs,
  }
}

type StoredInterval = [
  operationId: string,
  categoryId: string | null,
  startMs: number,
  endMs: number | null,
  workedHours: number | null,
]

interface AsOf {
  readonly tenantId: string
  readonly nowMs: number
}

/** The time on several operations, by id. Those that have not begun have none, and cost nothing. */
export const readTimeSums = async (
  tx: Tx,
  asOf: AsOf,
  operations: readonly TimedOperation[],
): Promise<ReadonlyMap<string, TimeSum>> => {
  const begun = operations.filter(({ startMs }) => startMs !== null)
  if (begun.length === 0) return new Map()
  const ids = begun.map(({ operationId }) => operationId)
  const stored = await readJson<StoredInterval>(
    tx,
    sql`select json_build_array(operation_id, category_id, ${epochMs(sql`started_at`)}, ${epochMs(sql`ended_at`)}, worked_hours) as r
      from work_intervals where tenant_id = ${asOf.tenantId} and operation_id = any(${sql.param(ids)}::uuid[])`,
  )
  const ofOperation = Map.groupBy(stored, ([operationId]) => operationId)
  const earliestMs = Math.min(...begun.map(({ startMs }) => startMs ?? asOf.nowMs), ...stored.map(([, , ms]) => ms))
  const calendarOf = await readCalendars(tx, asOf, earliestMs)
  return new Map(
    begun.map((operation) => {
      const intervals = (ofOperation.get(operation.operationId) ?? []).map(
        ([, categoryId, startMs, endMs, workedHours]): PlacedInterval => ({ categoryId, startMs, endMs, workedHours }),
      )
      return [operation.operationId, sumTimes(operation, intervals, calendarOf, asOf.nowMs)]
    }),
  )
}
