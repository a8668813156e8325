import type { Holiday } from '#contract/holidays.ts'
import type { Shift } from '#contract/shifts.ts'
import type { ClosedDayRule } from '#contract/vocabulary.ts'
import { holidayDates } from '#domain/holidays/holiday-rule.ts'
import { KnownOpenTime } from '#domain/time/known-open-time.ts'
import { openIntervals } from '#domain/time/open-intervals.ts'
import { dayMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import { calendarDay, instantOfWall } from '#web/lib/zoned-time.ts'

export interface ClosedSpan {
  readonly fromMs: number
  readonly toMs: number
}

interface ClosedTimeOf {
  /** The organization's own shift pattern; undefined for 24/7 operation. */
  readonly shift: Shift | undefined
  readonly holidays: readonly Holiday[]
  readonly closedDayRule: ClosedDayRule
  /** The organization's zone, in which shifts and holidays are defined. */
  readonly zone: string
  readonly fromMs: number
  readonly toMs: number
}

/** Shorter closed time, such as nights between shifts, is left out. The strip shows weekends and holidays. */
const leastClosedMs = 20 * 3_600_000

/** Days to compute before and after the range, so that closed time across its edge has its full length. */
const aroundDays = 14

/** Spans of 20 hours or more without working time, such as weekends and holidays, sorted. */
export const closedSpans = ({ shift, holidays, closedDayRule, zone, fromMs, toMs }: ClosedTimeOf): ClosedSpan[] => {
  if (!shift) return []
  const lastYear = new Date(toMs).getUTCFullYear()
  const closed = holidays
    .filter(({ categoryId }) => categoryId === null)
    .flatMap((holiday) => holidayDates(holiday, lastYear).map((date) => ({ ...holiday, date })))
  const rules = { timeZone: zone, shift, holidays: closed, closedDayRule, exceptions: [] }
  const clock = { firstInstant: (localMs: number) => instantOfWall(localMs, zone) }
  const [fromDay, toDay] = [calendarDay(fromMs, zone) - aroundDays, calendarDay(toMs, zone) + aroundDays]
  const open = openIntervals(rules, clock, fromDay, toDay)
  const known = new KnownOpenTime(open, clock.firstInstant(fromDay * dayMs), clock.firstInstant(toDay * dayMs))
  const edges = known.closedBetween(fromMs, toMs, leastClosedMs)
  return edges.flatMap((edge, i) => (i % 2 === 0 ? [{ fromMs: edge, toMs: valueAt(edges, i + 1) }] : []))
}
