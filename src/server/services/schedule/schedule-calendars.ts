import type { CompactSchedule } from '#contract/schedule.ts'
import { type CalendarSource, shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { HolidaySpan } from '#domain/time/calendar-rules.ts'
import { holidayInstants } from '#domain/time/open-intervals.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { ZoneOffsets } from '#domain/time/zone-offsets.ts'

const dayMs = 86_400_000

export interface TimeWindow {
  readonly fromMs: number
  readonly toMs: number
}

/** The plan with a margin: two weeks back and sixty days ahead at least, one year back and two ahead at most. */
export const scheduleWindow = (nowMs: number, startMs: readonly number[], endMs: readonly number[]): TimeWindow => {
  let fromMs = nowMs - 14 * dayMs
  let toMs = nowMs + 60 * dayMs
  for (const at of startMs) if (at > 0 && at < fromMs) fromMs = at
  for (const at of endMs) if (at > toMs) toMs = at
  return { fromMs: Math.max(fromMs, nowMs - 365 * dayMs), toMs: Math.min(toMs, nowMs + 730 * dayMs) }
}

/** Open time of the organisation (index 0) and of every work centre that differs from it. */
export const openTimes = (
  source: CalendarSource & { categories: { categoryId: string; shiftId: string | null; name: string }[] },
  { fromMs, toMs }: TimeWindow,
): { calendars: CompactSchedule['calendars']; calendarOf: (categoryId: string) => number } => {
  const { organisation, byCategory } = shopCalendars(source, fromMs)
  const indexes = new Map<WorkCalendar, number>()
  const calendars: CompactSchedule['calendars'] = []
  const add = (calendar: WorkCalendar, name: string): void => {
    if (indexes.has(calendar)) return
    indexes.set(calendar, calendars.length)
    calendars.push({ name: calendar.rules.shift?.name ?? name, open: calendar.intervals(fromMs, toMs) })
  }
  add(organisation, '24/7')
  for (const { categoryId, name } of source.categories) add(byCategory.get(categoryId) ?? organisation, name)
  return {
    calendars,
    calendarOf: (categoryId) => indexes.get(byCategory.get(categoryId) ?? organisation) ?? 0,
  }
}

/** Holidays of the whole organisation that touch the window. */
export const holidaysIn = (
  holidays: readonly HolidaySpan[],
  timeZone: string,
  { fromMs, toMs }: TimeWindow,
): CompactSchedule['holidays'] => {
  const offsets = new ZoneOffsets(timeZone, fromMs - 3 * dayMs)
  return holidays
    .filter(({ categoryId, date }) => {
      const atMs = Date.parse(date)
      return categoryId === null && atMs > fromMs - 2 * dayMs && atMs < toMs + 2 * dayMs
    })
    .map((holiday) => {
      const [start, end] = holidayInstants(holiday, offsets)
      return { name: holiday.name, fromMs: start, toMs: end }
    })
    .filter((holiday) => holiday.fromMs < toMs && holiday.toMs > fromMs)
}
