import type { ShiftVersion } from '#contract/shifts.ts'
import type { CalendarRules } from './calendar-rules.ts'
import { clipIntervals, mergeIntervals, subtractIntervals } from './interval-arithmetic.ts'
import { dayMs, versionsByDay } from './open-intervals.ts'

/** No plan looks further ahead than this. */
const longestDays = 400 * 365

/** True when the pattern opens in some week: its periods are not wholly covered by its breaks. */
const opens = (version: ShiftVersion): boolean => {
  const minutes = (list: ShiftVersion['periods']): number[] =>
    mergeIntervals(
      // Three copies of the week, so that an overnight break of Sunday meets Monday.
      list.flatMap(({ weekday, fromMinute, toMinute }) =>
        [0, 1, 2].flatMap((week) => {
          const base = (week * 7 + weekday - 1) * 1440
          return [base + fromMinute, base + toMinute]
        }),
      ),
    )
  const rest = subtractIntervals(minutes(version.periods), minutes(version.breaks))
  return clipIntervals(rest, 7 * 1440, 14 * 1440).length > 0
}

/**
 * First local day (since 1970-01-01) from which nothing can open any more: the last version of the pattern is empty and
 * all overtime is over. A pattern that goes on ends at a limit of centuries, so no search for working time is endless.
 */
export const horizonDay = (rules: CalendarRules, originDay: number): number => {
  const farthest = originDay + longestDays
  const versions = versionsByDay(rules.shift?.versions ?? [])
  const last = versions.at(-1)
  if (!rules.shift || rules.shift.versions.length === 0 || (last && opens(last.version))) return farthest
  const overtimeMs = rules.exceptions.filter(({ kind }) => kind === 'overtime').map(({ endMs }) => endMs)
  const lastDay = Math.max(originDay, ...versions.map(({ fromDay }) => fromDay), ...overtimeMs.map((ms) => ms / dayMs))
  return Math.min(farthest, Math.ceil(lastDay) + 3)
}
