import type { ScheduleAnswer } from '#contract/schedule.ts'
import { instantUnits, writeSteps } from '#domain/columns.ts'
import type { TimeWindow } from '#domain/schedule/schedule-window.ts'
import { type CalendarSource, shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { HolidaySpan } from '#domain/time/calendar-rules.ts'
import { holidayInstants } from '#domain/time/open-intervals.ts'
import { dayMs } from '#domain/time/units.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { ZoneOffsets } from '#domain/time/zone-offsets.ts'

type Frame = NonNullable<ScheduleAnswer['frame']>

/** Open time of the organization (index 0), and of every work center with other hours. */
export const openTimes = (
  source: CalendarSource & { categories: { categoryId: string; name: string }[] },
  { fromMs, toMs }: TimeWindow,
): { calendars: Frame['calendars']; calendarOf: (categoryId: string) => number } => {
  const { standard, byCategory } = shopCalendars(source, fromMs)
  const indexes = new Map<WorkCalendar, number>()
  const calendars: Frame['calendars'] = []
  const add = (calendar: WorkCalendar, name: string): void => {
    if (indexes.has(calendar)) return
    indexes.set(calendar, calendars.length)
    const open = calendar.intervals(fromMs, toMs)
    calendars.push({ name: calendar.rules.shift?.name ?? name, ...writeSteps({ open }, instantUnits) })
  }
  add(standard, '24/7')
  for (const { categoryId, name } of source.categories) add(byCategory.get(categoryId) ?? standard, name)
  return {
    calendars,
    calendarOf: (categoryId) => indexes.get(byCategory.get(categoryId) ?? standard) ?? 0,
  }
}

/** Holidays of the whole organization that touch the window. */
export const holidaysIn = (
  holidays: readonly HolidaySpan[],
  timeZone: string,
  { fromMs, toMs }: TimeWindow,
): Frame['holidays'] => {
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
