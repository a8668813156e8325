import type { WorkCalendar } from '../time/work-calendar.ts'
import type { PlanColumns } from './plan-columns.ts'

const hourMs = 3_600_000

/** Latest instant at which a predecessor may end so that `leftMs` of work behind a lag still end at `latestEndMs`. */
const latestBefore = (calendar: WorkCalendar, latestEndMs: number, leftMs: number, lagMs: number): number => {
  if (latestEndMs === Infinity) return Infinity
  const work = calendar.toWork(latestEndMs) - leftMs - lagMs
  // Work that would have had to begin before the calendar does: the deficit counts round the clock.
  if (work < 0) return calendar.originMs + work
  // Nothing left and no lag: the closed time before the end is as good as the end.
  return leftMs + lagMs === 0 ? latestEndMs : Math.min(latestEndMs, calendar.startWall(work))
}

/**
 * Writes into `latest`, for the rows of one project, the latest end of every open operation with which its open successors and
 * its project still meet the due date, were every work centre free: a backward pass over the links in each one's own working
 * time. What is left counts (`durationHours x (1 - progress)`). Infinity = no due date binds it; rows of a ring keep their
 * project's due date. `order`: `projectOrder`.
 */
export const latestEnds = (
  plan: PlanColumns,
  project: number,
  order: Int32Array,
  calendarOf: (category: number) => WorkCalendar,
  latest: Float64Array,
): void => {
  const dueMs = plan.projects[project]?.dueMs ?? null
  for (const row of order) latest[row] = dueMs ?? Infinity
  if (dueMs === null) return
  for (let index = order.length - 1; index >= 0; index--) {
    const row = order[index] as number
    if (plan.completed[row]) continue
    const calendar = calendarOf(plan.category[row] as number)
    const leftMs = (plan.durationHours[row] as number) * (1 - (plan.progressPercent[row] as number) / 100) * hourMs
    for (let link = plan.firstLink[row] as number; link < (plan.firstLink[row + 1] as number); link++) {
      const from = plan.from[link] as number
      const lagMs = (plan.lagHours[link] as number) * hourMs
      const bound = latestBefore(calendar, latest[row] as number, leftMs, lagMs)
      if (bound < (latest[from] as number)) latest[from] = bound
    }
  }
}
