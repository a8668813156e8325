import { type ImportCalendar, mostCalendars, mostClosedDays } from '#contract/imports.ts'
import type { ShiftPeriod } from '#contract/shifts.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { type Element, flagOf, listOf, textOf } from './xml-element.ts'

const dayMinutes = 1_440
const longestExceptionDays = 366
const mostPeriods = 200

/**
 * The minute of the day of '07:30:00'. One second before midnight counts as midnight. Returns null for anything else.
 */
const minuteOf = (text: string): number | null => {
  const parts = /^(?:\d{4}-\d{2}-\d{2}T)?(\d{2}):(\d{2})(?::(\d{2}))?/.exec(text.trim())
  if (!parts) return null
  const minute = Number(parts[1]) * 60 + Number(parts[2])
  return minute === dayMinutes - 1 && Number(parts[3] ?? '0') > 0 ? dayMinutes : minute
}

/**
 * The working times of a weekday. MS Project splits them at midnight; other programs let them run into the next day.
 */
const periodsOf = (weekday: number, element: Element): ShiftPeriod[] =>
  listOf(element.WorkingTimes, 'WorkingTime').flatMap((time) => {
    const [fromMinute, end] = [minuteOf(textOf(time, 'FromTime')), minuteOf(textOf(time, 'ToTime'))]
    if (fromMinute === null || end === null || fromMinute >= dayMinutes) return []
    return [{ weekday, fromMinute, toMinute: end <= fromMinute ? end + dayMinutes : end }]
  })

const weekMinutes = 7 * dayMinutes

/**
 * Drops periods that lie inside others. Programs that do not split a night shift at midnight may repeat its end on the
 * next day.
 */
const withoutRepeated = (periods: readonly ShiftPeriod[]): ShiftPeriod[] => {
  const spans = periods.map((period) => {
    const from = (period.weekday - 1) * dayMinutes + period.fromMinute
    return { period, from, to: from + period.toMinute - period.fromMinute }
  })
  return spans
    .filter(
      (own, index) =>
        !spans.some(
          (other, at) =>
            at !== index &&
            [0, weekMinutes].some((shift) => other.from <= own.from + shift && own.to + shift <= other.to) &&
            // If two periods are equal, the first one stays.
            (other.to - other.from > own.to - own.from || at < index),
        ),
    )
    .map(({ period }) => period)
}

/** Weekdays in the file: 1 = Sunday. */
const weekdayOf = (dayType: number): number => (dayType === 1 ? 7 : dayType - 1)

const isWorking = (element: Element): boolean =>
  flagOf(element, 'DayWorking') === true || listOf(element.WorkingTimes, 'WorkingTime').length > 0

interface Exception {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly isWorking: boolean
  /** A recurrence that the import does not support. */
  readonly repeats: boolean
}

const dateOf = (text: string): string | null => /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0] ?? null

/** Exceptions: a separate list since MS Project 2007, weekdays of type 0 before that. A file may have both. */
const exceptionsOf = (calendar: Element): Exception[] => {
  const listed = listOf(calendar.Exceptions, 'Exception')
  const old = listOf(calendar.WeekDays, 'WeekDay').filter((day) => textOf(day, 'DayType') === '0')
  return (listed.length > 0 ? listed : old).flatMap((element): Exception[] => {
    const [period = {}] = listOf(element, 'TimePeriod')
    const [from, to] = [dateOf(textOf(period, 'FromDate')), dateOf(textOf(period, 'ToDate'))]
    if (from === null || to === null) return []
    const type = textOf(element, 'Type')
    // An exception for every day of a span is supported. Every second day, or one day of each week, month or year, is not.
    const repeats = from !== to && ((type !== '' && type !== '1') || Number(textOf(element, 'Period') || '1') > 1)
    return [{ name: textOf(element, 'Name').trim() || 'Closed', from, to, isWorking: isWorking(element), repeats }]
  })
}

const isLong = ({ from, to }: Exception): boolean => addDays(from, longestExceptionDays - 1) < to

const closedDaysOf = (exceptions: readonly Exception[]): ImportCalendar['closedDays'] => {
  const days = new Map<string, string>()
  for (const { name, from, to } of exceptions) {
    for (let [date, count] = [from, 0]; date <= to && count < longestExceptionDays; count += 1) {
      if (!days.has(date)) days.set(date, name.slice(0, 120))
      date = addDays(date, 1)
    }
  }
  return [...days].map(([date, name]) => ({ name, date }))
}

const sameContent = (a: ImportCalendar, b: ImportCalendar): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Gives each calendar a unique name and drops exact duplicates. */
const withOwnNames = (calendars: readonly ImportCalendar[], notes: string[]): ImportCalendar[] => {
  const own: ImportCalendar[] = []
  const key = (name: string) => name.normalize('NFC').toLowerCase()
  for (const calendar of calendars) {
    if (own.some((other) => sameContent(other, calendar))) continue
    let name = calendar.name
    for (let copy = 2; own.some((other) => key(other.name) === key(name)); copy += 1) {
      name = `${calendar.name.slice(0, 110)} (${copy})`
    }
    if (name !== calendar.name) notes.push(`Several calendars are called ${calendar.name}, so this one is ${name}.`)
    own.push({ ...calendar, name })
  }
  return own
}

/**
 * Converts the base calendars of a project plan to shift patterns with closed days. Also returns notes for the user
 * about what was left out.
 */
export const readCalendars = (project: Element): { calendars: ImportCalendar[]; notes: string[] } => {
  const notes: string[] = []
  const calendars = listOf(project.Calendars, 'Calendar').flatMap((calendar): ImportCalendar[] => {
    const name = textOf(calendar, 'Name').trim().slice(0, 120)
    // Calendars of resources are exceptions to a base calendar.
    if (name === '' || flagOf(calendar, 'IsBaseCalendar') === false) return []
    const days = listOf(calendar.WeekDays, 'WeekDay').filter((day) => textOf(day, 'DayType') !== '0')
    const periods = withoutRepeated(days.flatMap((day) => periodsOf(weekdayOf(Number(textOf(day, 'DayType'))), day)))
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
    const closedDays = closedDaysOf(read)
    if (periods.length > mostPeriods || closedDays.length > mostClosedDays || read.some(isLong)) {
      notes.push(`Calendar ${name} is too long, so only a part of it is read.`)
    }
    return [{ name, periods: periods.slice(0, mostPeriods), closedDays: closedDays.slice(0, mostClosedDays) }]
  })
  const own = withOwnNames(calendars, notes)
  if (own.length > mostCalendars) notes.push(`Only the first ${mostCalendars} calendars of the plan are read.`)
  return { calendars: own.slice(0, mostCalendars), notes }
}
