import { DateTime } from 'luxon'
import { dayMs } from './units.ts'
import { isInTable, midnightMs, tableDay } from './zone-days.ts'

const local = (instantMs: number, zone: string) => DateTime.fromMillis(instantMs, { zone })

/** First instant of the local day that contains `instantMs` (epoch ms, IANA zone). */
export const startOfDayMs = (instantMs: number, zone: string): number =>
  isInTable(instantMs) ? midnightMs(tableDay(instantMs, zone), zone) : local(instantMs, zone).startOf('day').toMillis()

/** End of the local day that contains `instantMs`: the first instant of the next day (days have 23 to 25 hours). */
export const endOfDayMs = (instantMs: number, zone: string): number =>
  isInTable(instantMs)
    ? midnightMs(tableDay(instantMs, zone) + 1, zone)
    : local(instantMs, zone).startOf('day').plus({ days: 1 }).startOf('day').toMillis()

const quarterMs = 900_000
/** Offsets range from 12 hours behind UTC to 14 ahead, in quarters of an hour. */
const offsets = Array.from({ length: 105 }, (_, quarter) => (quarter - 48) * quarterMs)

/** The first instant that no place on earth counts as today. A reader who enters today's date, in any zone, enters an earlier one. */
export const endOfTodayOnEarth = (nowMs: number): number =>
  Math.max(...offsets.map((offsetMs) => (Math.floor((nowMs + offsetMs) / dayMs) + 1) * dayMs - offsetMs))

/** The local date of an instant, 'yyyy-MM-dd'. */
export const localDate = (instantMs: number, zone: string): string => local(instantMs, zone).toFormat('yyyy-MM-dd')

/** An instant as ISO 8601 with the offset of the zone: '2026-11-24T07:00:00-06:00'. */
export const localIso = (instantMs: number, zone: string): string =>
  local(instantMs, zone).toISO({ suppressMilliseconds: true }) ?? ''

/** The instant at which the local clock on `isoDate` ('yyyy-MM-dd') shows `minute` (default 480 = 08:00). NaN for an invalid date. */
export const dateOnlyToMs = (isoDate: string, zone: string, minute = 480): number =>
  DateTime.fromISO(isoDate, { zone })
    .set({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .toMillis()

/** The beginning of the local day this many years before an instant; 29 February becomes the 28th in other years. */
export const yearsBefore = (instantMs: number, years: number, zone: string): number =>
  local(instantMs, zone).startOf('day').minus({ years }).startOf('day').toMillis()

/** Minutes since midnight on the local clock, without seconds. */
export const localMinute = (instantMs: number, zone: string): number => {
  const { hour, minute } = local(instantMs, zone)
  return hour * 60 + minute
}

/** The instant this many weeks later at which the local clock shows the same time. */
export const weeksLater = (instantMs: number, weeks: number, zone: string): number =>
  weeks === 0 ? instantMs : local(instantMs, zone).plus({ weeks }).toMillis()
