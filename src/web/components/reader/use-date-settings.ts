import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { zoneOfReader } from '#contract/time-zones.ts'
import type { Preferences } from '#contract/users.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { meQuery } from '#web/api/users/users.queries.ts'
import { browserZone } from '#web/lib/browser-zone.ts'
import type { DateFormat, DateSettings } from '#web/lib/format-date.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { useSession } from '#web/stores/session.ts'

type Chosen = Partial<Record<keyof Pick<Preferences, 'dateFormat' | 'timeFormat' | 'timezone'>, string | null>>

const formats: Record<string, DateFormat> = {
  'mm/dd/yyyy': 'MM/dd/yyyy',
  'dd/mm/yyyy': 'dd/MM/yyyy',
  'yyyy-mm-dd': 'yyyy-MM-dd',
}

const settingsOf = (
  { dateFormat, timeFormat, timezone }: Chosen,
  organization: string | null | undefined,
): DateSettings => ({
  dateFormat: formats[(dateFormat ?? '').toLowerCase()] ?? 'MM/dd/yyyy',
  timeFormat: timeFormat === '24h' ? '24h' : '12h',
  zone: zoneOfReader({ chosen: timezone, organization, browser: browserZone() }),
})

/** The settings stored on this device, used until the server has answered. The zone is the last one shown. */
const stored = () => ({
  dateFormat: localStore.get('dateFormat'),
  timeFormat: localStore.get('timeFormat'),
  zone: localStore.get('timezone'),
})

/** The settings of this device, for requests before the preferences are loaded. */
export const storedDateSettings = (): DateSettings => settingsOf(stored(), stored().zone)

/** The zone of the current organization; undefined without one, or while unknown. */
export const useOrganizationZone = (): string | undefined => {
  const isInside = useSession((session) => session.userId !== null && session.tenantId !== null)
  return useQuery({ ...tenantSettingsQuery(), enabled: isInside, select: ({ timeZone }) => timeZone }).data
}

/**
 * The formats of the signed-in reader and the one zone of all dates (`zoneOfReader`), for every function of
 * `format-date`. No other code in the browser selects a zone.
 */
export const useDateSettings = (): DateSettings => {
  const isSignedIn = useSession((session) => session.userId !== null)
  const chosen = useQuery({ ...meQuery(), enabled: isSignedIn, select: ({ preferences }) => preferences }).data
  const organization = useOrganizationZone()
  const settings = useMemo(() => {
    const known = stored()
    return chosen ? settingsOf(chosen, organization ?? known.zone) : settingsOf(known, known.zone ?? organization)
  }, [chosen, organization])
  const isKnown = chosen !== undefined && organization !== undefined
  useEffect(() => {
    if (!isKnown) return
    localStore.set('dateFormat', settings.dateFormat.toUpperCase())
    localStore.set('timeFormat', settings.timeFormat)
    localStore.set('timezone', settings.zone)
  }, [isKnown, settings])
  return settings
}
