import { type ImportCalendar, mostCalendars, mostClosedDays } from '#contract/imports.ts'
import type { ShiftPeriod } from '#contract/shifts.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { type Element, flagOf, listOf, textOf } from './xml-element.ts'

const dayMinutes = 1_440
const longestExceptionDays = 366

/** Minute of '07:30:00'; a second before midnight is midnight. null for everything else. */
const minuteOf = (text: string): number | null => {
  const parts = /^(?:\d{4}-\d{2}-\d{2}T)?(\d{2}):(\d{2})(?::(\d{2}))?/.exec(text.trim())
  if (!parts) return null
  const minute = Number(parts[1]) * 60 + Number(parts[2])
  return minute === dayMinutes - 1 && Number(parts[3] ?? '0') > 0 ? dayMinutes : minute
}

/** The working times of a weekday. They end at midnight at the latest; work over midnight goes on in the next day's. */
const periodsOf = (weekday: number, element: Element): ShiftPeriod[] =>
  listOf(element.WorkingTimes, 'WorkingTime').flatMap((time) => {
    const [fromMinute, end] = [minuteOf(textOf(time, 'FromTime')), minuteOf(textOf(time, 'ToTime'))]
    if (fromMinute === null || end === null) return []
    const toMinute = end <= fromMinute ? dayMinutes : end
    return [{ weekday, fromMinute, toMinute }]
  })

/** Days of the file: 1 = Sunday. */
const weekdayOf = (dayType: number): number => (dayType === 1 ? 7 : dayType - 1)

const isWorking = (element: Element): boolean =>
  flagOf(element, 'DayWorking') === true || listOf(element.WorkingTimes, 'WorkingTime').length > 0

interface Exception {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly isWorking: boolean
  /** Repeats in a way that is not read. */
  readonly repeats: boolean
}

const dateOf = (text: string): string | null => /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0] ?? null

/** Exceptions: since 2007 in a list of their own, before that among the weekdays with the type 0. Both may be there. */
const exceptionsOf = (calendar: Element): Exception[] => {
  const listed = listOf(calendar.Exceptions, 'Exception')
  const old = listOf(calendar.WeekDays, 'WeekDay').filter((day) => textOf(day, 'DayType') === '0')
  return (listed.length > 0 ? listed : old).flatMap((element): Exception[] => {
    const [period] = listOf(element, 'TimePeriod')
    const [from, to] = [dateOf(textOf(period ?? {}, 'FromDate')), dateOf(textOf(period ?? {}, 'ToDate'))]
    if (from === null || to === null) return []
    const type = textOf(element, 'Type')
    const repeats = type !== '' && type !== '1' && from !== to
    return [{ name: textOf(element, 'Name').trim() || 'Closed', from, to, isWorking: isWorking(element), repeats }]
  })
}

const closedDaysOf = (exceptions: readonly Exception[]): ImportCalendar['closedDays'] => {
  const days = new Map<string, string>()
  for (const { name, from, to } of exceptions) {
    for (let [date, count] = [from, 0]; date <= to && count < longestExceptionDays; count += 1) {
      if (!days.has(date)) days.set(date, name.slice(0, 120))
      date = addDays(date, 1)
    }
  }
  return [...days].map(([date, name]) => ({ name, date })).slice(0, mostClosedDays)
}

/** The base calendars of a project plan as shift patterns with closed days, and what is left out of them, in the reader's words. */
export const readCalendars = (project: Element): { calendars: ImportCalendar[]; notes: string[] } => {
  const notes: string[] = []
  const calendars = listOf(project.Calendars, 'Calendar').flatMap((calendar): ImportCalendar[] => {
    const name = textOf(calendar, 'Name').trim().slice(0, 120)
    // Those of resources are exceptions from a base calendar.
    if (name === '' || flagOf(calendar, 'IsBaseCalendar') === false) return []
    const days = listOf(calendar.WeekDays, 'WeekDay').filter((day) => textOf(day, 'DayType') !== '0')
    const periods = days.flatMap((day) => periodsOf(weekdayOf(Number(textOf(day, 'DayType'))), day))
    const exceptions = exceptionsOf(calendar)
    const read = exceptions.filter(({ isWorking: isOpen, repeats }) => !isOpen && !repeats)
    if (days.length === 0) {
      notes.push(`Calendar ${name} says nothing about its week, so it is left out.`)
      return []
    }
    if (read.length < exceptions.length) {
      const others = exceptions.filter((one) => !read.includes(one)).map((one) => one.name)
      notes.push(
        `Calendar ${name}: other working times and repeated days are left out (${[...new Set(others)].slice(0, 5).join(', ')}).`,
      )
    }
    return [{ name, periods: periods.slice(0, 200), closedDays: closedDaysOf(read) }]
  })
  return { calendars: calendars.slice(0, mostCalendars), notes }
}
