import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ianaZone } from '#contract/time-zones.ts'
import type { Preferences } from '#contract/users.ts'
import { meQuery } from '#web/api/users.queries.ts'
import type { DateFormat, DateSettings } from '#web/lib/format-date.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { useSession } from '#web/stores/session.ts'

type Chosen = Partial<Pick<Preferences, 'dateFormat' | 'timeFormat' | 'timezone'>>

/** The time zone of the browser, used until the reader chooses one. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

const formats: Record<string, DateFormat> = {
  'mm/dd/yyyy': 'MM/dd/yyyy',
  'dd/mm/yyyy': 'dd/MM/yyyy',
  'yyyy-mm-dd': 'yyyy-MM-dd',
}

const settingsOf = ({ dateFormat, timeFormat, timezone }: Chosen): DateSettings => ({
  dateFormat: formats[(dateFormat ?? '').toLowerCase()] ?? 'MM/dd/yyyy',
  timeFormat: timeFormat === '24h' ? '24h' : '12h',
  zone: timezone ? ianaZone(timezone) : browserZone(),
})

/** The settings stored on this device, used until the server has answered (specification 3). */
const stored = (): Chosen => ({
  dateFormat: (localStore.get('dateFormat') ?? undefined) as Chosen['dateFormat'],
  timeFormat: (localStore.get('timeFormat') ?? undefined) as Chosen['timeFormat'],
  timezone: localStore.get('timezone'),
})

/** The settings of this device, for requests before the preferences are loaded. */
export const storedDateSettings = (): DateSettings => settingsOf(stored())

/** The time zone and the formats of the signed-in reader, for every `format-date` call. */
export const useDateSettings = (): DateSettings => {
  const isSignedIn = useSession((session) => session.userId !== null)
  const { data } = useQuery({ ...meQuery(), enabled: isSignedIn, select: ({ preferences }) => preferences })
  useEffect(() => {
    if (!data) return
    localStore.set('dateFormat', data.dateFormat.toUpperCase())
    localStore.set('timeFormat', data.timeFormat)
    localStore.set('timezone', data.timezone)
  }, [data])
  return useMemo(() => settingsOf(data ?? stored()), [data])
}
