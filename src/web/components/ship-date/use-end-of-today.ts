import { instantOfWall, wallClock } from '#web/lib/zoned-time.ts'
import { useDateSettings } from '../reader/use-date-settings.ts'

/** First instant of tomorrow in the zone of all dates on the screen. */
export const useEndOfToday = (): number => {
  const { zone } = useDateSettings()
  const { year, month, day } = wallClock(Date.now(), zone)
  return instantOfWall(Date.UTC(year, month - 1, day + 1), zone)
}
