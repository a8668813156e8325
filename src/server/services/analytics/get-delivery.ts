import { sql } from 'drizzle-orm'
import type { Delivery } from '#contract/analytics.ts'
import { median } from '#domain/analytics/figures.ts'
import { binLateness } from '#domain/analytics/lateness-bins.ts'
import { monthsBetween } from '#domain/analytics/weeks.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { localDay } from '#domain/projects/local-day.ts'
import { dateOnlyToMs, localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { epochMs, instantOf, readJsonArrays } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { daysOf, readTenantSettings, resolveRange } from './resolve-range.ts'

/** A shipped project: its actual ship day, its days of lateness, and its days since the customer's release. */
type Shipment = readonly [day: string, lateDays: number, leadDays: number | null]

type ShipDates = [actualMs: number, plannedMs: number, releaseMs: number | null]

const shipmentOf = ([actualMs, plannedMs, releaseMs]: ShipDates, zone: string): Shipment => {
  const day = localDay(actualMs, zone)
  const leadDays = releaseMs === null ? null : day - localDay(releaseMs, zone)
  return [localDate(actualMs, zone), day - localDay(plannedMs, zone), leadDays]
}

const figures = (shipments: readonly Shipment[]) => ({
  shipped: shipments.length,
  onTime: shipments.filter(([, lateDays]) => lateDays <= 0).length,
  medianLateDays: median(shipments.flatMap(([, lateDays]) => (lateDays > 0 ? [lateDays] : []))),
  medianLeadDays: median(shipments.flatMap(([, , leadDays]) => (leadDays === null ? [] : [leadDays]))),
})

/**
 * Compares the actual with the planned ship date of shipped projects, as calendar days in the organization's zone.
 * On time = on the planned day or before. Projects without a planned ship date are left out.
 */
export const getDelivery = (
  ctx: TenantContext,
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Delivery> =>
  readTenant(ctx, async (tx) => {
    const { timeZone } = await readTenantSettings(ctx, tx)
    const range = resolveRange(query, timeZone, ctx.app.now().getTime())
    const before = addDays(range.from, -daysOf(range))
    const shipped = await readJsonArrays<ShipDates>(
      tx,
      [epochMs(sql`actual_ship_date`), epochMs(sql`planned_ship_date`), epochMs(sql`customer_release_date`)],
      sql`projects where tenant_id = ${ctx.tenantId} and current_phase = 'shipped' and planned_ship_date is not null
          and actual_ship_date >= ${instantOf(dateOnlyToMs(before, timeZone, 0))}
          and actual_ship_date < ${instantOf(range.toMs)}`,
    )
    // The days are not computed by the database, which may not know every zone.
    const shipments = shipped.map((dates) => shipmentOf(dates, timeZone))
    const inside = shipments.filter(([shipDay]) => shipDay >= range.from)
    return {
      timeZone,
      from: range.from,
      to: range.to,
      ...figures(inside),
      before: figures(shipments.filter(([shipDay]) => shipDay < range.from)),
      months: monthsBetween(range.from, range.to).map((month) => {
        const { shipped, onTime } = figures(inside.filter(([shipDay]) => shipDay.startsWith(month)))
        return { month, shipped, onTime }
      }),
      lateness: binLateness(inside.map(([, lateDays]) => lateDays)),
    }
  })
