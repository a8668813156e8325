import { useQuery } from '@tanstack/react-query'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'
import { instantOfWall, wallClock } from '#web/lib/zoned-time.ts'
import { useDateSettings } from '../reader/use-date-settings.ts'

/** First instant of tomorrow in the time zone of the organization, or of the reader until the organization is loaded. */
export const useEndOfToday = (): number => {
  const { zone } = useDateSettings()
  const { data = zone } = useQuery({ ...tenantSettingsQuery(), select: ({ timeZone }) => timeZone })
  const { year, month, day } = wallClock(Date.now(), data)
  return instantOfWall(Date.UTC(year, month - 1, day + 1), data)
}
