import { ianaZone } from '#contract/time-zones.ts'

/** The IANA time zone of the browser. */
export const browserZone = (): string => ianaZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
