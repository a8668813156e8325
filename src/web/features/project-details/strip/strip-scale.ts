import type { Operation } from '#contract/operations.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { dayMs } from '#domain/time/units.ts'
import { floatAt } from '#domain/value-at.ts'
import { isDone } from '#web/components/operation-marks/operation-state.ts'
import { DayGrid, dayLabel } from '#web/components/time-chart/day-grid.ts'
import { shareOfSpan } from '#web/components/time-chart/share-of-span.ts'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'

/** One day of the strip (epoch ms), in the reader's zone. */
interface StripDay {
  readonly startMs: number
  readonly endMs: number
  /** 'Wed 18' */
  readonly label: string
}

export interface StripRange {
  readonly fromMs: number
  readonly toMs: number
  readonly days: readonly StripDay[]
}

export interface StripBar {
  readonly operation: Operation
  readonly startMs: number
  readonly endMs: number
  /** Forecast end of open work, if it is later than planned. */
  readonly forecastMs: number | null
}

const mostDays = 1_500

const spanOf = ({ startDate, endDate }: Pick<Operation, 'startDate' | 'endDate'>) => {
  const [startMs, endMs] = [Date.parse(startDate ?? ''), Date.parse(endDate ?? '')]
  return Number.isNaN(startMs) || Number.isNaN(endMs) || endMs < startMs ? null : { startMs, endMs }
}

/** Scheduled operations in the given order. A started one ends at its scheduled end. */
export const stripBars = (operations: readonly Operation[]): StripBar[] =>
  operations.flatMap((operation) => {
    const span = spanOf(operation)
    if (!span) return []
    const forecastMs = isDone(operation) ? Number.NaN : Date.parse(operation.outlook?.forecastEndDate ?? '')
    return [{ operation, ...span, forecastMs: forecastMs > span.endMs ? forecastMs : null }]
  })

/**
 * Whole days of `zone` that contain all bars with their forecast and the ship date, plus a day as margin; also now, if
 * it is within a week of them. Null if there is nothing to show.
 */
export const stripRange = (
  bars: readonly StripBar[],
  dueMs: number | null,
  nowMs: number,
  zone: string,
): StripRange | null => {
  const marks = bars.flatMap(({ startMs, endMs, forecastMs }) => [startMs, forecastMs ?? endMs])
  if (marks.length === 0) return null
  if (dueMs !== null) marks.push(lastInstant(dueMs))
  const weekMs = 7 * dayMs
  const near = nowMs > Math.min(...marks) - weekMs && nowMs < Math.max(...marks) + weekMs
  if (near) marks.push(nowMs)
  const fromMs = Math.min(...marks)
  const lastMs = Math.min(Math.max(...marks), fromMs + mostDays * dayMs)
  const clock = new ZoneClock(zone)
  const grid = new DayGrid(clock, fromMs, clock.instantOf(clock.wallAt(lastMs) + dayMs))
  const days = Array.from({ length: grid.count }, (_, day) => ({
    startMs: floatAt(grid.startMs, day),
    endMs: floatAt(grid.startMs, day + 1),
    label: dayLabel(grid.dateOf(day)),
  }))
  return { fromMs: floatAt(grid.startMs, 0), toMs: floatAt(grid.startMs, grid.count), days }
}

/** The number of days per label with which labels of `labelPx` fit beside each other: 1, 2, 7, 14, 28, ... */
export const labelStep = (dayPx: number, labelPx: number): number =>
  [1, 2, 7, 14, 28, 56, 112].find((step) => step * dayPx >= labelPx) ?? 364

/** Position of an instant on a strip of `widthPx`. */
export const stripX = ({ fromMs, toMs }: StripRange, widthPx: number, atMs: number): number =>
  shareOfSpan(fromMs, toMs, atMs) * widthPx
