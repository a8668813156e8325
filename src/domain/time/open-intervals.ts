import type { ShiftPeriod, ShiftVersion } from '#contract/shifts.ts'
import type { CalendarException, CalendarRules, HolidaySpan } from './calendar-rules.ts'
import {
  clipIntervals,
  commonIntervals,
  type FlatIntervals,
  mergeIntervals,
  subtractIntervals,
} from './interval-arithmetic.ts'
import type { ZoneOffsets } from './zone-offsets.ts'

const minuteMs = 60_000
export const dayMs = 86_400_000

/** Days since 1970-01-01 of an ISO date; NaN for no date. */
export const dayNumber = (isoDate: string): number => Math.round(Date.parse(`${isoDate}T00:00:00Z`) / dayMs)

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

/** Instants of a holiday: local midnight to midnight, or the minutes it names. */
export const holidayInstants = (holiday: HolidaySpan, offsets: ZoneOffsets): [number, number] => {
  const midnight = dayNumber(holiday.date) * dayMs
  return [
    offsets.firstInstant(midnight + (holiday.fromMinute ?? 0) * minuteMs),
    offsets.firstInstant(midnight + (holiday.toMinute ?? 1440) * minuteMs),
  ]
}

const wholeMinutes = ({ kind, startMs, endMs }: CalendarException): [number, number] =>
  kind === 'overtime'
    ? [Math.ceil(startMs / minuteMs) * minuteMs, Math.floor(endMs / minuteMs) * minuteMs]
    : [Math.floor(startMs / minuteMs) * minuteMs, Math.ceil(endMs / minuteMs) * minuteMs]

const exceptionIntervals = (rules: CalendarRules, kind: CalendarException['kind']): FlatIntervals =>
  mergeIntervals(rules.exceptions.filter((exception) => exception.kind === kind).flatMap(wholeMinutes))

/**
 * Open time of the local days [fromDay, toDay) (days since 1970-01-01), sorted and merged, in epoch ms:
 * periods minus breaks minus holidays, plus overtime, minus downtime. What an overnight shift of an earlier
 * day leaves over is included; both bounds are local midnights. Of rules that must open together, the time that both open.
 */
export const openIntervals = (
  rules: CalendarRules,
  offsets: ZoneOffsets,
  fromDay: number,
  toDay: number,
): FlatIntervals => {
  const fromMs = offsets.firstInstant(fromDay * dayMs)
  const toMs = offsets.firstInstant(toDay * dayMs)
  let open: FlatIntervals = [fromMs, toMs]
  if (rules.shift && rules.shift.versions.length > 0) {
    const periods: FlatIntervals = []
    const breaks: FlatIntervals = []
    const versions = versionsByDay(rules.shift.versions)
    let current = -1
    const add = (to: FlatIntervals, day: number, list: readonly ShiftPeriod[]): void => {
      const weekday = weekdayOf(day)
      for (const period of list) {
        if (period.weekday !== weekday) continue
        to.push(offsets.firstInstant(day * dayMs + period.fromMinute * minuteMs))
        to.push(offsets.firstInstant(day * dayMs + period.toMinute * minuteMs))
      }
    }
    for (let day = fromDay - 2; day < toDay; day++) {
      while ((versions[current + 1]?.fromDay ?? Infinity) <= day) current++
      const version = versions[current]?.version
      if (!version) continue
      add(periods, day, version.periods)
      add(breaks, day, version.breaks)
    }
    open = subtractIntervals(mergeIntervals(periods), mergeIntervals(breaks))
  }
  const holidays = rules.holidays.filter(({ date }) => {
    const day = dayNumber(date)
    return day >= fromDay - 1 && day <= toDay
  })
  open = subtractIntervals(open, mergeIntervals(holidays.flatMap((holiday) => holidayInstants(holiday, offsets))))
  const overtime = clipIntervals(exceptionIntervals(rules, 'overtime'), fromMs, toMs)
  if (overtime.length > 0) open = mergeIntervals([...open, ...overtime])
  open = clipIntervals(subtractIntervals(open, exceptionIntervals(rules, 'downtime')), fromMs, toMs)
  return rules.also ? commonIntervals(open, openIntervals(rules.also, offsets, fromDay, toDay)) : open
}
