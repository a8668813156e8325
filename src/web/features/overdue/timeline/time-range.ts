import { calendarDay } from '#web/lib/zoned-time.ts'
import type { OverdueTab } from '../overdue-search.ts'

const dayMs = 86_400_000
const weeks: Record<OverdueTab, readonly [number, number]> = {
  overdue: [4, 4],
  projectedLate: [3, 13],
  atRisk: [3, 13],
}
const mostWeeksBefore = 26

/** The weeks that the timeline shows: what was planned before today, and what comes. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
  /** Beginning of each week, epoch ms. */
  readonly weekStarts: readonly number[]
}

/** Whole weeks (Monday first) around `nowMs`, as the tab needs them, and as far back as `mostDaysOverdue` and a week before. */
export function timeRange(tab: OverdueTab, nowMs: number, zone: string, mostDaysOverdue = 0): TimeRange {
  const [least, after] = weeks[tab]
  const before = Math.min(mostWeeksBefore, Math.max(least, Math.ceil(mostDaysOverdue / 7) + 2))
  // Day 0 was a Thursday.
  const sinceMonday = (calendarDay(nowMs, zone) + 3) % 7
  const mondayMs = nowMs - (nowMs % dayMs) - sinceMonday * dayMs
  const fromMs = mondayMs - before * 7 * dayMs
  const weekStarts = Array.from({ length: before + after }, (_, week) => fromMs + week * 7 * dayMs)
  return { fromMs, toMs: fromMs + (before + after) * 7 * dayMs, weekStarts }
}

/** Where an instant lies in the range, 0 to 100 %; beyond its ends it stands at them. */
export const placeIn = ({ fromMs, toMs }: TimeRange, atMs: number): number =>
  Math.min(100, Math.max(0, ((atMs - fromMs) / (toMs - fromMs)) * 100))
