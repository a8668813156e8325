import { eq } from 'drizzle-orm'
import { maxAnalyticsWeeks } from '#contract/analytics.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { dayMs } from '#domain/time/units.ts'
import { dateOnlyToMs, localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError, ValidationError } from '../../errors.ts'

export interface TenantSettings {
  readonly timeZone: string
  /** 1 = Monday ... 7 = Sunday. */
  readonly weekStartsOn: number
  readonly defaultShiftId: string | null
  /** History from before this instant has been deleted; null = nothing has. */
  readonly historyFrom: Date | null
}

/** The settings of an organization that decide its days and weeks. */
export const readTenantSettings = async (ctx: TenantContext, tx: Tx): Promise<TenantSettings> => {
  const [row] = await tx
    .select({
      timeZone: tenants.timeZone,
      weekStartsOn: tenants.weekStartsOn,
      defaultShiftId: tenants.defaultShiftId,
      historyFrom: tenants.historyFrom,
    })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
  if (!row) throw new NotFoundError()
  return row
}

export interface DayRange {
  /** First and last day, 'yyyy-MM-dd' in the organization's zone. */
  readonly from: string
  readonly to: string
  readonly fromMs: number
  /** First instant after the last day. */
  readonly toMs: number
}

const defaultDays = 84

/** Number of days in a range. */
export const daysOf = ({ from, to }: Pick<DayRange, 'from' | 'to'>): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** The requested days, at most up to today. Default: the twelve weeks up to today. Throws 400 for an invalid range. */
export const resolveRange = (
  { from: first, to: last }: { from?: string | undefined; to?: string | undefined },
  zone: string,
  nowMs: number,
): DayRange => {
  const today = localDate(nowMs, zone)
  const to = last && last < today ? last : today
  const from = first ?? addDays(to, 1 - defaultDays)
  if (from > to) throw new ValidationError([{ path: 'from', message: 'The first day is behind the last' }])
  if (daysOf({ from, to }) > maxAnalyticsWeeks * 7) {
    throw new ValidationError([{ path: 'from', message: `At most ${maxAnalyticsWeeks} weeks` }])
  }
  return { from, to, fromMs: dateOnlyToMs(from, zone, 0), toMs: dateOnlyToMs(addDays(to, 1), zone, 0) }
}
