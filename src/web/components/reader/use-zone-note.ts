import { useMemo } from 'react'
import { browserZone } from '#web/lib/browser-zone.ts'
import { sharesClock } from '#web/lib/zoned-time.ts'
import { useDateSettings, useOrganizationZone } from './use-date-settings.ts'

/**
 * 'Times in America/Chicago': the zone of all dates on the screen, if the reader's device or the organization has
 * another time. Null if all three agree.
 */
export const useZoneNote = (): string | null => {
  const { zone } = useDateSettings()
  const organization = useOrganizationZone()
  return useMemo(() => {
    const now = Date.now()
    const differs = [browserZone(), organization ?? zone].some((other) => !sharesClock(zone, other, now))
    return differs ? `Times in ${zone.replaceAll('_', ' ')}` : null
  }, [zone, organization])
}
