import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { workedMs } from '#domain/work-time/worked-time.ts'
import type { TenantContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { workIntervals } from '../db/tables/work-intervals.table.ts'
import { insertRows } from './insert-rows.ts'
import type { Random } from './random.ts'

/** Older work has no intervals: its hours include waiting. */
const recordedDays = 90
interface Span {
  readonly startMs: number
  readonly endMs: number | null
}

/** The spans in which a finished operation was worked on: from its start to its end, mostly with a pause of up to a tenth. */
const finishedSpans = (calendar: WorkCalendar, startMs: number, endMs: number, random: Random): Span[] => {
  const from = calendar.toWork(startMs)
  const work = calendar.toWork(endMs) - from
  const pause = Math.floor((work * random.next() * 0.1) / minuteMs) * minuteMs
  const first = Math.floor((work * (0.3 + 0.4 * random.next())) / minuteMs) * minuteMs
  if (pause < 5 * minuteMs || first < minuteMs) return [{ startMs, endMs }]
  return [
    { startMs, endMs: calendar.endWall(from + first) },
    { startMs: calendar.startWall(from + first + pause), endMs },
  ]
}

/** The spans of started work: running where its last report is recent, else paused. */
const openSpans = (calendar: WorkCalendar, operation: SnapshotOperation, startMs: number, nowMs: number): Span[] => {
  const doneMs = (operation.durationHours * operation.progressPercentage * hourMs) / 100
  const reachedMs = calendar.endWall(calendar.toWork(startMs) + doneMs)
  if (!operation.onHold && reachedMs >= nowMs - dayMs) return [{ startMs, endMs: null }]
  return reachedMs > startMs ? [{ startMs, endMs: Math.min(reachedMs, nowMs) }] : []
}

/** The times on work of the last months, as tablets would have reported them. */
export const insertIntervals = async (
  ctx: TenantContext,
  tx: Tx,
  shop: ShopSnapshot,
  random: Random,
): Promise<void> => {
  const { nowMs } = shop
  const sinceMs = nowMs - recordedDays * dayMs
  const calendars = shopCalendars(shop, sinceMs - 60 * dayMs)
  const nameOf = new Map(shop.categories.map(({ categoryId, name }) => [categoryId, name]))
  const spansOf = (operation: SnapshotOperation): Span[] => {
    const { actualStartMs: startMs, actualEndMs: endMs, categoryId } = operation
    if (startMs === null || startMs >= nowMs) return []
    const calendar = calendars.of(categoryId, null)
    if (endMs === null) return openSpans(calendar, operation, startMs, nowMs)
    if (endMs < sinceMs || endMs > nowMs || endMs <= startMs) return []
    return finishedSpans(calendar, startMs, endMs, random)
  }
  const rows = shop.projects.flatMap(({ projectId, operations }) =>
    operations.flatMap((operation) =>
      spansOf(operation).map(({ startMs, endMs }) => ({
        tenantId: ctx.tenantId,
        intervalId: random.uuid(),
        operationId: operation.operationId,
        projectId,
        categoryId: operation.categoryId,
        startedAt: new Date(startMs),
        endedAt: endMs === null ? null : new Date(endMs),
        workedHours:
          endMs === null ? null : workedMs(calendars.of(operation.categoryId, null), startMs, endMs) / hourMs,
        reportedBy: nameOf.has(operation.categoryId ?? '') ? `${nameOf.get(operation.categoryId ?? '')} tablet` : '',
        modifiedBy: ctx.userName,
      })),
    ),
  )
  await insertRows(tx, workIntervals, rows)
}
