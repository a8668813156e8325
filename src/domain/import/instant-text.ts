import { dateOnlyToMs, localDate, localMinute } from '../time/zone-dates.ts'
import { isInTable, midnightMs, tableDay } from '../time/zone-days.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
/** A date without a time means this minute of the day. */
const usualMinute = 480

const two = (value: number): string => String(value).padStart(2, '0')

const wallText = (date: string, minute: number): string =>
  minute === usualMinute ? date : `${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/**
 * An instant (epoch ms) as a table has it: the date alone at 08:00, else with its time, in the zone. What this cannot say
 * exactly, such as seconds or an hour that occurs twice, is written as an instant of UTC.
 */
export const instantText = (atMs: number, zone: string): string => {
  if (isInTable(atMs)) {
    const day = tableDay(atMs, zone)
    const midnight = midnightMs(day, zone)
    // On a day without a change of the clock, its minutes count from midnight.
    if (midnightMs(day + 1, zone) - midnight === dayMs && atMs % minuteMs === 0) {
      return wallText(new Date(day * dayMs).toISOString().slice(0, 10), (atMs - midnight) / minuteMs)
    }
  }
  const [date, minute] = [localDate(atMs, zone), localMinute(atMs, zone)]
  return dateOnlyToMs(date, zone, minute) === atMs ? wallText(date, minute) : new Date(atMs).toISOString()
}
