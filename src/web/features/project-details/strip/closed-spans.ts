import type { Holiday } from '#contract/holidays.ts'
import type { Shift } from '#contract/shifts.ts'
import { holidayDates } from '#domain/holidays/holiday-rule.ts'
import { instantOfWall, wallClock } from '#web/lib/zoned-time.ts'

export interface ClosedSpan {
  readonly fromMs: number
  readonly toMs: number
}

interface ClosedTimeOf {
  /** The organization's own shift pattern; undefined = open around the clock. */
  readonly shift: Shift | undefined
  readonly holidays: readonly Holiday[]
  /** The organization's zone: shifts and holidays are local to it. */
  readonly zone: string
  readonly fromMs: number
  readonly toMs: number
}

const minuteMs = 60_000
/** Shorter closed time, such as nights between shifts, is left out. The strip shows weekends and holidays. */
const leastClosedMs = 20 * 60 * minuteMs

/** Days to compute before and after the range, so that closed time across its edge has its full length. */
const aroundDays = 14

const isoDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** Spans of 20 hours or more without working time, such as weekends and holidays, sorted. */
export const closedSpans = ({ shift, holidays, zone, fromMs, toMs }: ClosedTimeOf): ClosedSpan[] => {
  const lastYear = new Date(toMs).getUTCFullYear()
  if (!shift) return []
  const closedDays = new Set(
    holidays
      .filter(({ categoryId, fromMinute }) => !categoryId && fromMinute === null)
      .flatMap((holiday) => holidayDates(holiday, lastYear)),
  )
  const { year, month, day } = wallClock(fromMs, zone)
  const open: ClosedSpan[] = []
  for (let offset = -aroundDays; ; offset += 1) {
    const wallMs = Date.UTC(year, month - 1, day + offset)
    const date = isoDay(year, month, day + offset)
    if (instantOfWall(wallMs, zone) > toMs + aroundDays * 1440 * minuteMs) break
    if (closedDays.has(date)) continue
    const versions = shift.versions.filter(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= date)
    const version = versions.toSorted((a, b) => (a.effectiveFrom ?? '').localeCompare(b.effectiveFrom ?? '')).at(-1)
    const weekday = new Date(wallMs).getUTCDay() || 7
    for (const period of version?.periods ?? []) {
      if (period.weekday !== weekday) continue
      open.push({
        fromMs: instantOfWall(wallMs + period.fromMinute * minuteMs, zone),
        toMs: instantOfWall(wallMs + period.toMinute * minuteMs, zone),
      })
    }
  }
  open.sort((a, b) => a.fromMs - b.fromMs)
  const closed: ClosedSpan[] = []
  let openUntil = Number.NEGATIVE_INFINITY
  for (const span of [...open, { fromMs: Number.POSITIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }]) {
    const [from, to] = [Math.max(openUntil, fromMs), Math.min(span.fromMs, toMs)]
    if (span.fromMs - openUntil >= leastClosedMs && to > from) closed.push({ fromMs: from, toMs: to })
    openUntil = Math.max(openUntil, span.toMs)
  }
  return closed
}
