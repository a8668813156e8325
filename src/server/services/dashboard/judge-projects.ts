import type { DashboardProject } from '#contract/dashboard.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import type { PlanProject } from '#domain/overdue/plan-columns.ts'
import { localDay } from '#domain/projects/local-day.ts'
import { dateOnlyToMs, localDate } from '#domain/time/zone-dates.ts'
import type { PlanBook } from '../operation-lists/plan-book.ts'
import { projectOutlook } from '../operation-lists/project-outlook.ts'

const soonDays = 14

export interface JudgedProject {
  readonly index: number
  readonly project: PlanProject
  readonly shown: DashboardProject
  /** Calendar days behind the ship date: of its plan, or of today where that has passed. */
  readonly daysLate: number
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Every project by the rule of the project list. */
export const judgeProjects = (book: PlanBook, nowMs: number): JudgedProject[] => {
  const { timeZone } = book.calendars
  const today = localDay(nowMs, timeZone)
  return book.plan.projects.map((project, index) => {
    const { plannedShipMs } = project
    const standing = projectOutlook(book, index, nowMs)
    const passed = plannedShipMs === null ? 0 : today - localDay(plannedShipMs, timeZone)
    return {
      index,
      project,
      daysLate: Math.max(standing.latenessDays ?? 0, passed),
      shown: {
        projectId: project.projectId,
        projectNumber: project.projectNumber,
        projectName: project.projectName,
        priority: project.priority,
        phase: project.currentPhase,
        state: standing.state,
        plannedShipDate: iso(plannedShipMs),
        projectedCompletionDate: iso(standing.projectedCompletionMs),
        projectedFrom: standing.projectedFrom,
        latenessDays: standing.latenessDays,
      },
    }
  })
}

/** As the project list's view of the same name: neither shipped nor cancelled, on one of the reader's next days. */
export const shipsSoon = (all: readonly JudgedProject[], zone: string, nowMs: number): JudgedProject[] => {
  const today = localDate(nowMs, zone)
  const fromMs = dateOnlyToMs(today, zone, 0)
  const beforeMs = dateOnlyToMs(addDays(today, soonDays + 1), zone, 0)
  return all
    .filter(({ project: { currentPhase, plannedShipMs } }) => {
      if (currentPhase === 'shipped' || currentPhase === 'cancelled' || plannedShipMs === null) return false
      return plannedShipMs >= fromMs && plannedShipMs < beforeMs
    })
    .sort(
      (a, b) =>
        (a.project.plannedShipMs ?? 0) - (b.project.plannedShipMs ?? 0) || b.project.priority - a.project.priority,
    )
}
