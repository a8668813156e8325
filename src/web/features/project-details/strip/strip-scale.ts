import type { Operation } from '#contract/operations.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { isDone } from '#web/components/operation-marks/operation-state.ts'
import { instantOfWall, wallClock } from '#web/lib/zoned-time.ts'

/** One day of the strip (epoch ms), in the reader's zone. */
interface StripDay {
  readonly startMs: number
  readonly endMs: number
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

const midnight = (atMs: number, zone: string, plusDays = 0): number => {
  const { year, month, day } = wallClock(atMs, zone)
  return instantOfWall(Date.UTC(year, month - 1, day + plusDays), zone)
}

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
  const weekMs = 7 * 86_400_000
  const near = nowMs > Math.min(...marks) - weekMs && nowMs < Math.max(...marks) + weekMs
  if (near) marks.push(nowMs)
  const fromMs = midnight(Math.min(...marks), zone)
  const lastMs = Math.max(...marks)
  const days: StripDay[] = []
  for (let startMs = fromMs; days.length < mostDays && startMs <= lastMs; ) {
    const endMs = midnight(startMs, zone, 1)
    days.push({ startMs, endMs })
    startMs = endMs
  }
  const end = days.at(-1)?.endMs ?? fromMs
  days.push({ startMs: end, endMs: midnight(end, zone, 1) })
  return { fromMs, toMs: days.at(-1)?.endMs ?? end, days }
}

/** The number of days per label with which labels of `labelPx` fit beside each other: 1, 2, 7, 14, 28, ... */
export const labelStep = (dayPx: number, labelPx: number): number =>
  [1, 2, 7, 14, 28, 56, 112].find((step) => step * dayPx >= labelPx) ?? 364

/** Position of an instant on a strip of `widthPx`. */
export const stripX = ({ fromMs, toMs }: StripRange, widthPx: number, atMs: number): number =>
  ((Math.min(toMs, Math.max(fromMs, atMs)) - fromMs) / (toMs - fromMs)) * widthPx
