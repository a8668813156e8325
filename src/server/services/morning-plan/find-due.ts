import { eq, gt } from 'drizzle-orm'
import type { MorningPlanSettings } from '#contract/morning-plan.ts'
import { dayMs, minuteMs } from '#domain/time/units.ts'
import { localDate, localMinute } from '#domain/time/zone-dates.ts'
import type { AppServices } from '../../context.ts'
import { morningPlans } from '../../db/tables/morning-plans.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { findBusyTenants } from '../tenants/list-tenants.ts'

/** A server that starts later than this after the time of the settings leaves the day to the planners. */
const lateByMinutes = 180
/** An organization in which no one has been active for so long gets no plans. */
const activeWithinMs = 14 * dayMs
const mostTenants = 10_000
/** A computation that began so long ago belongs to a server that stopped. */
export const claimHoldsMs = 20 * minuteMs
export const mostTries = 3

/** ISO weekday of a local day, 1 = Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The local day whose plan is due at an instant; null = none is due. */
export const dueDay = (settings: MorningPlanSettings, timeZone: string, nowMs: number): string | null => {
  const [hours = 0, minutes = 0] = settings.at.split(':').map(Number)
  const lateBy = localMinute(nowMs, timeZone) - (hours * 60 + minutes)
  const day = localDate(nowMs, timeZone)
  const isDue = settings.isOn && lateBy >= 0 && lateBy < lateByMinutes && settings.weekdays.includes(weekdayOf(day))
  return isDue ? day : null
}

/** The active organizations whose plan of this morning is due and not claimed by a server. */
export const findMorningPlansDue = async (app: AppServices): Promise<string[]> => {
  const nowMs = app.now().getTime()
  const { all, begun } = await app.db.readSystem(async (tx) => ({
    all: await tx
      .select({ tenantId: tenants.tenantId, timeZone: tenants.timeZone, settings: tenants.morningPlan })
      .from(tenants)
      .where(eq(tenants.status, 'Active')),
    begun: await tx
      .select({
        tenantId: morningPlans.tenantId,
        day: morningPlans.day,
        claimedAt: morningPlans.claimedAt,
        tries: morningPlans.tries,
        outcome: morningPlans.outcome,
      })
      .from(morningPlans)
      .where(gt(morningPlans.claimedAt, new Date(nowMs - 2 * dayMs))),
  }))
  const isFree = (tenantId: string, day: string): boolean => {
    const row = begun.find((one) => one.tenantId === tenantId && one.day === day)
    if (!row) return true
    return row.outcome === null && row.tries < mostTries && nowMs - row.claimedAt.getTime() >= claimHoldsMs
  }
  const due = all.filter(({ tenantId, timeZone, settings }) => {
    const day = dueDay(settings, timeZone, nowMs)
    return day !== null && isFree(tenantId, day)
  })
  if (due.length === 0) return []
  const busy = new Set(await findBusyTenants(app, mostTenants, activeWithinMs))
  return due.map(({ tenantId }) => tenantId).filter((tenantId) => busy.has(tenantId))
}
