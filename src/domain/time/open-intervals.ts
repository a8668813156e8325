import type { ShiftPeriod, ShiftVersion } from '#contract/shifts.ts'
import type { CalendarException, CalendarRules, HolidaySpan } from './calendar-rules.ts'
import {
  clipIntervals,
  commonIntervals,
  type FlatIntervals,
  mergeIntervals,
  subtractIntervals,
} from './interval-arithmetic.ts'
import { dayMs, minuteMs } from './units.ts'

const minutesOfDay = 1440

/** The part of `ZoneOffsets` that calendars need. */
export interface LocalClock {
  /** First instant at which the local clock shows `localMs` (local date and time written as if it were UTC) or later. */
  firstInstant(localMs: number): number
}

/** Days since 1970-01-01 of an ISO date; NaN if invalid. */
const dayNumber = (isoDate: string): number => Math.round(Date.parse(`${isoDate}T00:00:00Z`) / dayMs)

/** 1 = Monday (day 0 was a Thursday). */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** Versions by their first day, oldest first. */
export const versionsByDay = (versions: readonly ShiftVersion[]): { fromDay: number; version: ShiftVersion }[] =>
  versions
    .map((version) => ({
      fromDay: version.effectiveFrom === null ? -Infinity : dayNumber(version.effectiveFrom),
      version,
    }))
    .filter(({ fromDay }) => !Number.isNaN(fromDay))
    .sort((a, b) => a.fromDay - b.fromDay)

/** Instants of a holiday's date: local midnight to midnight, or its minutes. */
export const holidayInstants = (holiday: HolidaySpan, clock: LocalClock): [number, number] => {
  const midnight = dayNumber(holiday.date) * dayMs
  return [
    clock.firstInstant(midnight + (holiday.fromMinute ?? 0) * minuteMs),
    clock.firstInstant(midnight + (holiday.toMinute ?? 1440) * minuteMs),
  ]
}

/** The minutes of a shift, counted from midnight of the day it begins, that a holiday on that day closes. */
const closedOfShift = ({ fromMinute, toMinute }: HolidaySpan): [number, number] => [
  fromMinute ?? 0,
  toMinute === null || toMinute === minutesOfDay ? Infinity : toMinute,
]

/** Periods that begin on a day, in minutes since its midnight. */
const periodsOf = (list: readonly ShiftPeriod[], day: number): FlatIntervals =>
  list.flatMap(({ weekday, fromMinute, toMinute }) => (weekday === weekdayOf(day) ? [fromMinute, toMinute] : []))

const instantsOf = (minutes: FlatIntervals, day: number, clock: LocalClock): FlatIntervals =>
  minutes.map((minute) => clock.firstInstant(day * dayMs + minute * minuteMs))

const hasPattern = ({ shift }: CalendarRules): boolean => shift !== null && shift.versions.length > 0

/** Without a shift pattern, time belongs to its calendar day. */
const cutsAtMidnight = (rules: CalendarRules): boolean => rules.closedDayRule === 'midnight' || !hasPattern(rules)

/** What a holiday closes: its part of the calendar day, or of the shifts that begin on it. Sorted and merged. */
export const closedByHoliday = (rules: CalendarRules, holiday: HolidaySpan, clock: LocalClock): FlatIntervals => {
  if (cutsAtMidnight(rules)) return holidayInstants(holiday, clock)
  const day = dayNumber(holiday.date)
  const version = versionsByDay(rules.shift?.versions ?? []).findLast(({ fromDay }) => fromDay <= day)?.version
  const shifts = mergeIntervals(periodsOf(version?.periods ?? [], day))
  return instantsOf(commonIntervals(shifts, closedOfShift(holiday)), day, clock)
}

/** By day, the minutes that holidays close in shifts that begin on it; empty if days end at midnight. */
const closedByDay = (rules: CalendarRules): Map<number, FlatIntervals> => {
  const closed = new Map<number, FlatIntervals>()
  for (const holiday of cutsAtMidnight(rules) ? [] : rules.holidays) {
    const day = dayNumber(holiday.date)
    closed.set(day, mergeIntervals([...(closed.get(day) ?? []), ...closedOfShift(holiday)]))
  }
  return closed
}

const wholeMinutes = ({ kind, startMs, endMs }: CalendarException): [number, number] =>
  kind === 'overtime'
    ? [Math.ceil(startMs / minuteMs) * minuteMs, Math.floor(endMs / minuteMs) * minuteMs]
    : [Math.floor(startMs / minuteMs) * minuteMs, Math.ceil(endMs / minuteMs) * minuteMs]

const exceptionIntervals = (rules: CalendarRules, kind: CalendarException['kind']): FlatIntervals =>
  mergeIntervals(rules.exceptions.filter((exception) => exception.kind === kind).flatMap(wholeMinutes))

/**
 * Open time of the local days [fromDay, toDay) (days since 1970-01-01), sorted and merged, in epoch ms: periods minus
 * breaks minus holidays, plus overtime, minus downtime. Includes the rest of an overnight shift from an earlier day;
 * both bounds are local midnights. For rules that must be open together, only the common time.
 */
export const openIntervals = (
  rules: CalendarRules,
  clock: LocalClock,
  fromDay: number,
  toDay: number,
): FlatIntervals => {
  const fromMs = clock.firstInstant(fromDay * dayMs)
  const toMs = clock.firstInstant(toDay * dayMs)
  let open: FlatIntervals = [fromMs, toMs]
  if (rules.shift && rules.shift.versions.length > 0) {
    const periods: FlatIntervals = []
    const breaks: FlatIntervals = []
    const versions = versionsByDay(rules.shift.versions)
    const closed = closedByDay(rules)
    let current = -1
    for (let day = fromDay - 2; day < toDay; day++) {
      while ((versions[current + 1]?.fromDay ?? Infinity) <= day) current++
      const version = versions[current]?.version
      if (!version) continue
      const closedMinutes = closed.get(day)
      const shifts = periodsOf(version.periods, day)
      const worked = closedMinutes ? subtractIntervals(mergeIntervals(shifts), closedMinutes) : shifts
      periods.push(...instantsOf(worked, day, clock))
      // Breaks follow the clock: the previous night shift has them even on a closed day.
      breaks.push(...instantsOf(periodsOf(version.breaks, day), day, clock))
    }
    open = subtractIntervals(mergeIntervals(periods), mergeIntervals(breaks))
  }
  if (cutsAtMidnight(rules)) {
    const holidays = rules.holidays.filter(({ date }) => {
      const day = dayNumber(date)
      return day >= fromDay - 1 && day <= toDay
    })
    open = subtractIntervals(open, mergeIntervals(holidays.flatMap((holiday) => holidayInstants(holiday, clock))))
  }
  const overtime = clipIntervals(exceptionIntervals(rules, 'overtime'), fromMs, toMs)
  if (overtime.length > 0) open = mergeIntervals([...open, ...overtime])
  open = clipIntervals(subtractIntervals(open, exceptionIntervals(rules, 'downtime')), fromMs, toMs)
  return rules.also ? commonIntervals(open, openIntervals(rules.also, clock, fromDay, toDay)) : open
}
