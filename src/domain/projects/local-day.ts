import { lastInstant } from '../time/last-instant.ts'
import { dayMs } from '../time/units.ts'
import { localDate } from '../time/zone-dates.ts'
import { isInTable, tableDay } from '../time/zone-days.ts'

/**
 * Number of the local day that contains an instant (epoch ms), counted from 1970-01-01. Uses a table, because lists
 * call it thousands of times.
 */
export const localDay = (instantMs: number, zone: string): number =>
  isInTable(instantMs) ? tableDay(instantMs, zone) : Date.parse(`${localDate(instantMs, zone)}T00:00:00Z`) / dayMs

/** Number of the local day for an exclusive end. */
export const dayOfEnd = (endMs: number, zone: string): number => localDay(lastInstant(endMs), zone)

/** Calendar days from one end to another; negative if the second is earlier. */
export const daysBehind = (fromMs: number, toMs: number, zone: string): number =>
  dayOfEnd(toMs, zone) - dayOfEnd(fromMs, zone)
