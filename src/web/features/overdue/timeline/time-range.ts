import { dayMs } from '#domain/time/units.ts'
import { calendarDay, instantOfWall } from '#web/lib/zoned-time.ts'
import type { OverdueTab } from '../overdue-search.ts'

const weeks: Record<OverdueTab, readonly [number, number]> = {
  overdue: [4, 4],
  projectedLate: [3, 13],
  atRisk: [3, 13],
  behindPlan: [4, 8],
}
const mostWeeksBefore = 26

/** The past and coming weeks that the timeline shows. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
  /** Start of each week, epoch ms. */
  readonly weekStarts: readonly number[]
}

/** Whole weeks around `nowMs`, at least as many as the tab needs. `weekStartsOn`: 1 = Monday ... 7 = Sunday. */
export function timeRange(
  tab: OverdueTab,
  nowMs: number,
  { zone, weekStartsOn }: { zone: string; weekStartsOn: number },
  mostDaysOverdue = 0,
): TimeRange {
  const [least, after] = weeks[tab]
  const before = Math.min(mostWeeksBefore, Math.max(least, Math.ceil(mostDaysOverdue / 7) + 2))
  // Day 0 (1970-01-01) was a Thursday, the fourth day of the week.
  const today = calendarDay(nowMs, zone)
  const daysIntoWeek = (today + 11 - weekStartsOn) % 7
  const weekStart = (week: number) => instantOfWall((today - daysIntoWeek + week * 7) * dayMs, zone)
  const weekStarts = Array.from({ length: before + after }, (_, week) => weekStart(week - before))
  return { fromMs: weekStart(-before), toMs: weekStart(after), weekStarts }
}

/** Position of an instant in the range, clamped to 0-100 %. */
export const positionIn = ({ fromMs, toMs }: TimeRange, atMs: number): number =>
  Math.min(100, Math.max(0, ((atMs - fromMs) / (toMs - fromMs)) * 100))
