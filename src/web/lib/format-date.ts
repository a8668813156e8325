import { lastInstant } from '#domain/time/last-instant.ts'
import { calendarDay, type Instant, toEpochMs, type WallClock, wallClock } from './zoned-time.ts'

export type DateFormat = 'MM/dd/yyyy' | 'dd/MM/yyyy' | 'yyyy-MM-dd'
export type TimeFormat = '12h' | '24h'

/** The reader's date settings: `zone` is an IANA name; an unknown date format falls back to MM/dd/yyyy. */
export type DateSettings = { zone: string; dateFormat: DateFormat; timeFormat: TimeFormat }

type MaybeInstant = Instant | null | undefined

const none = '—'
const nearDays = 14
export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const two = (value: number) => String(value).padStart(2, '0')

const dayMonth = ({ day, month }: WallClock, { dateFormat }: DateSettings) =>
  dateFormat === 'dd/MM/yyyy'
    ? `${two(day)}/${two(month)}`
    : `${two(month)}${dateFormat === 'yyyy-MM-dd' ? '-' : '/'}${two(day)}`

const withYear = (clock: WallClock, settings: DateSettings): string =>
  settings.dateFormat === 'yyyy-MM-dd'
    ? `${String(clock.year).padStart(4, '0')}-${dayMonth(clock, settings)}`
    : `${dayMonth(clock, settings)}/${two(clock.year % 100)}`

function clockTime({ hour, minute }: WallClock, { timeFormat }: DateSettings): string {
  if (timeFormat === '24h') return `${two(hour)}:${two(minute)}`
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

const read = (instant: MaybeInstant, { zone }: DateSettings): WallClock | null => {
  const atMs = toEpochMs(instant)
  return atMs === null ? null : wallClock(atMs, zone)
}

const weekday = ({ weekday: index }: WallClock) => weekdays[index] ?? ''

/** True if `instant` is at most 14 calendar days before or after `nowMs`. */
const isNear = (instant: MaybeInstant, nowMs: number, { zone }: DateSettings): boolean => {
  const atMs = toEpochMs(instant)
  return atMs !== null && Math.abs(calendarDay(atMs, zone) - calendarDay(nowMs, zone)) <= nearDays
}

/** '6:00 AM' or '06:00' */
export const formatTime = (instant: MaybeInstant, settings: DateSettings): string => {
  const clock = read(instant, settings)
  return clock ? clockTime(clock, settings) : none
}

/**
 * The format of a day on all screens, in lists, sentences and previews: with the weekday within two weeks of `nowMs`,
 * and with the year if it is not the current one: 'Tue 11/24', '12/24', '01/08/27'.
 */
export function formatShipDate(instant: MaybeInstant, settings: DateSettings, nowMs: number = Date.now()): string {
  const clock = read(instant, settings)
  if (!clock) return none
  const sameYear = clock.year === wallClock(nowMs, settings.zone).year
  const day = sameYear ? dayMonth(clock, settings) : withYear(clock, settings)
  return isNear(instant, nowMs, settings) ? `${weekday(clock)} ${day}` : day
}

/** The same for a calendar day without an instant ('yyyy-MM-dd'), such as a holiday. */
export const formatDay = (date: string, settings: DateSettings, nowMs: number = Date.now()): string => {
  const { year, month, day } = wallClock(nowMs, settings.zone)
  // Both days are read in UTC, so that neither shifts.
  return formatShipDate(`${date}T12:00:00Z`, { ...settings, zone: 'UTC' }, Date.UTC(year, month - 1, day, 12))
}

/** Epoch ms just before `end`, so that an end at midnight belongs to the day before; null without an end. */
export const dayOfEnd = (end: MaybeInstant): number | null => {
  const endMs = toEpochMs(end)
  return endMs === null ? null : lastInstant(endMs)
}

/** `formatShipDate` with the time: 'Mon 11/09 6:00 AM', '12/24 6:00 AM', '01/08/27 6:00 AM'. */
export const formatShortDateTime = (instant: MaybeInstant, settings: DateSettings, nowMs?: number): string => {
  const day = formatShipDate(instant, settings, nowMs)
  return day === none ? none : `${day} ${formatTime(instant, settings)}`
}
