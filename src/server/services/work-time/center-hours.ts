import { eq } from 'drizzle-orm'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { workedMs } from '#domain/work-time/worked-time.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'

export type CalendarOf = (categoryId: string | null) => WorkCalendar

interface AsOf {
  readonly tenantId: string
  readonly nowMs: number
}

/** The working time of each work center from `fromMs` on. One that was deleted has that of the organization. */
export const readCalendars = async (tx: Tx, { tenantId, nowMs }: AsOf, fromMs: number): Promise<CalendarOf> => {
  const centers = await tx
    .select({ categoryId: categories.categoryId, shiftId: categories.shiftId, kind: categories.kind })
    .from(categories)
    .where(eq(categories.tenantId, tenantId))
  const workingTime = await loadWorkingTime(tx, tenantId, nowMs)
  const { standard, byCategory } = shopCalendars({ categories: centers, ...workingTime }, fromMs)
  return (categoryId) => (categoryId === null ? standard : (byCategory.get(categoryId) ?? standard))
}

/** The same as of now. */
export const readCalendarOf = (ctx: TenantContext, tx: Tx, fromMs: number): Promise<CalendarOf> =>
  readCalendars(tx, { tenantId: ctx.tenantId, nowMs: ctx.app.now().getTime() }, fromMs)

interface Ended {
  readonly categoryId: string | null
  readonly startedAt: Date
  readonly endedAt: Date | null
}

/** The same intervals with their hours; null where one is running. Working time is read once, and only where one has ended. */
export const withHours = async <I extends Ended>(
  ctx: TenantContext,
  tx: Tx,
  intervals: readonly I[],
): Promise<(I & { workedHours: number | null })[]> => {
  const ended = intervals.filter(({ endedAt }) => endedAt !== null)
  if (ended.length === 0) return intervals.map((interval) => ({ ...interval, workedHours: null }))
  const earliestMs = ended.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt.getTime()), Infinity)
  const calendarOf = await readCalendarOf(ctx, tx, earliestMs)
  return intervals.map((interval) => {
    const { categoryId, startedAt, endedAt } = interval
    const ms = endedAt && workedMs(calendarOf(categoryId), startedAt.getTime(), endedAt.getTime())
    return { ...interval, workedHours: ms === null ? null : ms / 3_600_000 }
  })
}
