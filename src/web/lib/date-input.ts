import { type Instant, instantOfWall, toEpochMs, wallClock } from './zoned-time.ts'

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/

const two = (value: number) => String(value).padStart(2, '0')

/** An instant as the value of `<input type="date">` in `zone`: '2026-11-24'. A missing or invalid date gives ''. */
export function dateInputValue(instant: Instant | null | undefined, zone: string): string {
  const atMs = toEpochMs(instant)
  if (atMs === null) return ''
  const { year, month, day } = wallClock(atMs, zone)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** An instant as the value of `<input type="datetime-local">` in `zone`: '2026-11-24T16:30'; to the minute. */
export function dateTimeInputValue(instant: Instant | null | undefined, zone: string): string {
  const atMs = toEpochMs(instant)
  if (atMs === null) return ''
  const { hour, minute } = wallClock(atMs, zone)
  return `${dateInputValue(atMs, zone)}T${two(hour)}:${two(minute)}`
}

/**
 * Reads a date or date-time field as an ISO instant; a date without a time means 08:00 in `zone`. Empty, malformed or
 * impossible dates (02/30) and dates outside 1900-01-01 to 2099-12-31 give null.
 */
export function instantFromInput(text: string | null | undefined, zone: string): string | null {
  const match = pattern.exec((text ?? '').trim())
  if (!match) return null
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number)
  const hour = match[4] === undefined ? 8 : Number(match[4])
  const minute = Number(match[5] ?? 0)
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute))
  const real = wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day && hour < 24 && minute < 60
  if (!real || year < 1900 || year > 2099) return null
  return new Date(instantOfWall(wall.getTime(), zone)).toISOString()
}
