import { dayMs, minuteMs } from '../time/units.ts'
import { dateOnlyToMs, localDate, localMinute } from '../time/zone-dates.ts'
import { isInTable, midnightMs, tableDay } from '../time/zone-days.ts'

/** Minute of the day for a date without a time. */
const usualMinute = 480

const two = (value: number): string => String(value).padStart(2, '0')

const secondMs = 1_000

const wallText = (date: string, minute: number): string =>
  minute === usualMinute ? date : `${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** Formats a time as '14:05:32', with milliseconds if there are any. Used if it is not a whole minute. */
const timeText = (minute: number, restMs: number): string => {
  const ms = restMs % secondMs === 0 ? '' : `.${String(restMs % secondMs).padStart(3, '0')}`
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(Math.floor(restMs / secondMs))}${ms}`
}

/** Formats minutes as '-05:00'. */
const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/**
 * Formats an instant (epoch ms) for a table in the zone: only the date at 08:00, otherwise with as much of the time as
 * needed. In an hour that occurs twice, the UTC offset tells which one it is.
 */
export const instantText = (atMs: number, zone: string): string => {
  if (isInTable(atMs)) {
    const day = tableDay(atMs, zone)
    const midnight = midnightMs(day, zone)
    // Without a clock change on the day, minutes count from midnight.
    if (midnightMs(day + 1, zone) - midnight === dayMs && atMs % minuteMs === 0) {
      return wallText(new Date(day * dayMs).toISOString().slice(0, 10), (atMs - midnight) / minuteMs)
    }
  }
  const [date, minute, restMs] = [
    localDate(atMs, zone),
    localMinute(atMs, zone),
    ((atMs % minuteMs) + minuteMs) % minuteMs,
  ]
  const isOnly = dateOnlyToMs(date, zone, minute) + restMs === atMs
  if (isOnly && restMs === 0) return wallText(date, minute)
  const wall = `${date} ${timeText(minute, restMs)}`
  if (isOnly) return wall
  const offset = (Date.parse(`${date}T00:00:00Z`) + minute * minuteMs + restMs - atMs) / minuteMs
  return Number.isInteger(offset) ? wall + offsetText(offset) : new Date(atMs).toISOString()
}
