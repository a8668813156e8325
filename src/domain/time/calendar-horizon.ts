import type { ShiftVersion } from '#contract/shifts.ts'
import type { CalendarRules } from './calendar-rules.ts'
import {
  clipIntervals,
  commonIntervals,
  type FlatIntervals,
  mergeIntervals,
  subtractIntervals,
} from './interval-arithmetic.ts'
import { versionsByDay } from './open-intervals.ts'
import { dayMs } from './units.ts'

/** No plan reaches further ahead. */
const longestDays = 400 * 365

/** Open minutes in a week of the pattern: its periods minus its breaks. */
const weekOf = (version: ShiftVersion): FlatIntervals => {
  const minutes = (list: ShiftVersion['periods']): number[] =>
    mergeIntervals(
      // Three copies of the week, so that an overnight break on Sunday meets Monday.
      list.flatMap(({ weekday, fromMinute, toMinute }) =>
        [0, 1, 2].flatMap((week) => {
          const base = (week * 7 + weekday - 1) * 1440
          return [base + fromMinute, base + toMinute]
        }),
      ),
    )
  const rest = subtractIntervals(minutes(version.periods), minutes(version.breaks))
  return clipIntervals(rest, 7 * 1440, 14 * 1440)
}

/** Open minutes of the week that repeats without end. */
const lastWeekOf = ({ shift }: CalendarRules): FlatIntervals => {
  if (!shift || shift.versions.length === 0) return [7 * 1440, 14 * 1440]
  const last = versionsByDay(shift.versions).at(-1)
  return last ? weekOf(last.version) : []
}

/**
 * First local day (since 1970-01-01) from which nothing can open any more: the last version of the pattern is empty, or
 * has no time in common with the pattern that must also be open, and all overtime is over. An endless pattern ends at a
 * limit of centuries, so that searches for working time terminate.
 */
export const horizonDay = (rules: CalendarRules, originDay: number): number => {
  const farthest = originDay + longestDays
  const all = rules.also ? [rules, rules.also] : [rules]
  if (all.map(lastWeekOf).reduce(commonIntervals).length > 0) return farthest
  const versions = all.flatMap(({ shift }) => versionsByDay(shift?.versions ?? []))
  const overtimeMs = all.flatMap(({ exceptions }) =>
    exceptions.flatMap((of) => (of.kind === 'overtime' ? of.endMs : [])),
  )
  const lastDay = Math.max(originDay, ...versions.map(({ fromDay }) => fromDay), ...overtimeMs.map((ms) => ms / dayMs))
  return Math.min(farthest, Math.ceil(lastDay) + 3)
}
