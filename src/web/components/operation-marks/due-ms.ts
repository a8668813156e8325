import { instantOfWall, wallClock } from '#web/lib/zoned-time.ts'

/** The end of the ship date in the organization's zone (epoch ms), up to which work is on time; null without a date. */
export const dueMsOf = (plannedShipDate: string | null, tenantZone: string): number | null => {
  if (plannedShipDate === null) return null
  const { year, month, day } = wallClock(Date.parse(plannedShipDate), tenantZone)
  return instantOfWall(Date.UTC(year, month - 1, day + 1), tenantZone)
}
