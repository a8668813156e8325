import type { HolidayRule } from '#contract/holiday-rules.ts'
import { addDays, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import { ruleDate } from '#domain/holidays/holiday-rule.ts'
import type { CalendarException, HolidaySpan } from '#domain/time/calendar-rules.ts'
import type { CapacitySpan } from '#domain/time/capacity-steps.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { Random } from './random.ts'
import type { ShopStory } from './shop-story.ts'

const nearest = 'nearestWeekday'

/** Federal holidays on which a shop like these is closed. */
const closed: readonly (readonly [string, HolidayRule])[] = [
  ["New Year's Day", { kind: 'date', month: 1, day: 1, observed: nearest }],
  ['Martin Luther King Jr. Day', { kind: 'weekday', month: 1, weekday: 1, nth: 3 }],
  ['Memorial Day', { kind: 'weekday', month: 5, weekday: 1, nth: -1 }],
  ['Juneteenth', { kind: 'date', month: 6, day: 19, observed: nearest }],
  ['Independence Day', { kind: 'date', month: 7, day: 4, observed: nearest }],
  ['Labor Day', { kind: 'weekday', month: 9, weekday: 1, nth: 1 }],
  ['Thanksgiving Day', { kind: 'weekday', month: 11, weekday: 4, nth: 4 }],
  ['Christmas Day', { kind: 'date', month: 12, day: 25, observed: nearest }],
]
/** The demo's history goes back this far. */
const historyDays = 70

const closingDays = (year: number): { name: string; date: string; fromMinute?: number }[] => {
  const federal = closed
    .map(([name, rule]) => ({ name, date: ruleDate(rule, year) ?? '' }))
    .filter(({ date }) => date.startsWith(`${year}`))
  const thanksgiving = federal.find(({ name }) => name.startsWith('Thanksgiving'))
  return [
    ...federal,
    ...(thanksgiving ? [{ name: 'Day after Thanksgiving', date: addDays(thanksgiving.date, 1) }] : []),
    { name: 'Christmas Eve', date: `${year}-12-24`, fromMinute: 12 * 60 },
  ]
}

/** Public holidays and closing days of this year, the next year, and the demo's past. */
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

/** When less works than usual, or more. */
interface WorkingTimeChanges {
  readonly exceptions: CalendarException[]
  readonly capacitySpans: CapacitySpan[]
}

/** Overtime, downtime and capacities of the story on the first fitting weekday. */
export const exceptionsOf = (
  story: ShopStory,
  today: string,
  categoryIds: ReadonlyMap<string, string>,
): WorkingTimeChanges => {
  const exceptions: CalendarException[] = []
  const capacitySpans: CapacitySpan[] = []
  for (const { kind, name, units = 1, weekday, inDays, fromMinute, toMinute, workCenter } of story.exceptions) {
    const earliest = addDays(today, inDays)
    const date = addDays(earliest, (weekday - weekdayOf(earliest) + 7) % 7)
    const startMs = dateOnlyToMs(date, story.timeZone, fromMinute)
    const endMs = dateOnlyToMs(date, story.timeZone, toMinute)
    const categoryId = categoryIds.get(workCenter ?? '') ?? null
    if (kind !== 'capacity') exceptions.push({ kind, name, startMs, endMs, categoryId })
    else if (categoryId) capacitySpans.push({ name, categoryId, units, startMs, endMs })
  }
  return { exceptions, capacitySpans }
}

/** Downtime and missing people that were unknown when the plan in force was made. */
export const breakdownsOf = (
  story: ShopStory,
  dayMs: (days: number, minute: number) => number,
  categoryIds: ReadonlyMap<string, string>,
): WorkingTimeChanges => {
  const exceptions: CalendarException[] = []
  const capacitySpans: CapacitySpan[] = []
  for (const { name, workCenter, units, from, to } of story.breakdowns) {
    const span = { name, startMs: dayMs(...from), endMs: dayMs(...to) }
    const categoryId = categoryIds.get(workCenter)
    if (!categoryId) throw new Error(`No work center ${workCenter}`)
    if (units === undefined) exceptions.push({ kind: 'downtime', ...span, categoryId })
    else capacitySpans.push({ ...span, categoryId, units })
  }
  return { exceptions, capacitySpans }
}
