import type { WorkCalendar } from '../time/work-calendar.ts'

/** Closed time at the start or the end of an interval counts as overtime, but no more of it than a shift. */
export const longestOvertimeMs = 8 * 3_600_000

type Calendar = Pick<WorkCalendar, 'toWork' | 'startWall' | 'endWall'>

/**
 * Time worked between two instants: the time that passed, without the closed time of the work center that lies inside, such as a night
 * that was spanned without a pause. Closed time that touches the start or the end counts as overtime: work was reported then.
 */
export const workedMs = (calendar: Calendar, fromMs: number, toMs: number): number => {
  if (toMs <= fromMs) return 0
  const [workBefore, workAfter] = [calendar.toWork(fromMs), calendar.toWork(toMs)]
  if (workAfter === workBefore) return Math.min(toMs - fromMs, longestOvertimeMs)
  const before = Math.max(0, calendar.startWall(workBefore) - fromMs)
  const after = Math.max(0, toMs - calendar.endWall(workAfter))
  return Math.min(before, longestOvertimeMs) + (workAfter - workBefore) + Math.min(after, longestOvertimeMs)
}

/** Time worked in an interval that is still running: closed time since the last shift counts only if there was no shift. */
export const workedSoFarMs = (calendar: Calendar, fromMs: number, nowMs: number): number => {
  const work = calendar.toWork(nowMs)
  return workedMs(calendar, fromMs, work > calendar.toWork(fromMs) ? calendar.endWall(work) : nowMs)
}
