import { addDays, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import { systemTemplates } from '#domain/holidays/system-templates.ts'
import type { CalendarException, HolidaySpan } from '#domain/time/calendar-rules.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { Random } from './random.ts'
import type { ShopStory } from './shop-story.ts'

/** Federal holidays on which a shop like these works. */
const worked = ["Washington's Birthday", 'Columbus Day', 'Veterans Day']
/** As far back as the demo's history goes. */
const historyDays = 70

const closingDays = (year: number): { name: string; date: string; fromMinute?: number }[] => {
  const federal = (systemTemplates(year)[0]?.items ?? []).filter(({ date }) => date.startsWith(`${year}`))
  const thanksgiving = federal.find(({ name }) => name.startsWith('Thanksgiving'))
  return [
    ...federal.filter(({ name }) => !worked.some((day) => name.startsWith(day))),
    ...(thanksgiving ? [{ name: 'Day after Thanksgiving', date: addDays(thanksgiving.date, 1) }] : []),
    { name: 'Christmas Eve', date: `${year}-12-24`, fromMinute: 12 * 60 },
  ]
}

/** Public holidays and closing days of this year and the next, and of the demo's past. */
export const holidaysOf = (today: string, random: Random): HolidaySpan[] => {
  const year = Number(today.slice(0, 4))
  const seen = new Set<string>()
  return [year - 1, year, year + 1]
    .flatMap(closingDays)
    .filter(({ date }) => date >= addDays(today, -historyDays) && !seen.has(date) && seen.add(date))
    .sort((a, b) => a.date.localeCompare(b.date))
    .map(({ name, date, fromMinute }) => ({
      holidayId: random.uuid(),
      name,
      date,
      fromMinute: fromMinute ?? null,
      toMinute: fromMinute === undefined ? null : 1_440,
      categoryId: null,
    }))
}

/** Overtime and downtime of the story on the first fitting weekday. */
export const exceptionsOf = (
  story: ShopStory,
  today: string,
  categoryIds: ReadonlyMap<string, string>,
): CalendarException[] =>
  story.exceptions.map(({ kind, name, weekday, inDays, fromMinute, toMinute, workCentre }) => {
    const earliest = addDays(today, inDays)
    const date = addDays(earliest, (weekday - weekdayOf(earliest) + 7) % 7)
    return {
      kind,
      name,
      startMs: dateOnlyToMs(date, story.timeZone, fromMinute),
      endMs: dateOnlyToMs(date, story.timeZone, toMinute),
      categoryId: workCentre === null ? null : (categoryIds.get(workCentre) ?? null),
    }
  })
