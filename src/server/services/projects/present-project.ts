import type { Project } from '#contract/projects.ts'
import { projectStanding } from '#domain/projects/project-state.ts'
import { presentStamp } from '../history/record-stamp.ts'
import { projectFields } from './project-fields.ts'
import type { SelectedProject } from './select-projects.ts'

/** Sums of decimals carry binary dust (0.1 + 0.2); two places are enough for hours and percent. */
const round = (value: number): number => Math.round(value * 100) / 100

type Figures = NonNullable<SelectedProject['figures']>

/** Hours done of hours planned; without hours the mean of the operations; without operations what was typed. */
const progressOf = (typedPercent: number, figures: Figures | null): number => {
  if (!figures?.operationCount) return typedPercent
  return round(figures.hoursPlanned > 0 ? (figures.hoursDone / figures.hoursPlanned) * 100 : figures.meanPercent)
}

/** Completed operations count with their end; what is open only when some of it is scheduled. */
const scheduledEndOf = (figures: Figures | null): number | null => {
  if (!figures?.operationCount) return null
  const open = figures.operationCount > figures.completedCount
  if (open && figures.openEndMs === null) return null
  const ends = [figures.openEndMs, figures.completedEndMs].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.max(...ends)
}

/** A selected row as the contract's project, judged at `nowMs` in the organisation's `zone`. */
export const presentProject = (
  { project, figures, current }: SelectedProject,
  zone: string,
  nowMs: number,
): Project => {
  const standing = projectStanding(
    {
      status: project.status,
      currentPhase: project.currentPhase,
      plannedShipMs: project.plannedShipDate?.getTime() ?? null,
      scheduledEndMs: scheduledEndOf(figures),
      hasOpenWork: figures !== null && figures.operationCount > figures.completedCount,
    },
    zone,
    nowMs,
  )
  const { projectedCompletionMs } = standing
  return {
    projectId: project.projectId,
    ...projectFields(project),
    progressPercentage: progressOf(project.progressPercent, figures),
    operationCount: figures?.operationCount ?? 0,
    completedOperationCount: figures?.completedCount ?? 0,
    heldOperationCount: figures?.heldCount ?? 0,
    hoursPlanned: round(figures?.hoursPlanned ?? 0),
    hoursLeft: round((figures?.hoursPlanned ?? 0) - (figures?.hoursDone ?? 0)),
    projectedCompletionDate: projectedCompletionMs === null ? null : new Date(projectedCompletionMs).toISOString(),
    projectedFrom: standing.projectedFrom,
    latenessDays: standing.latenessDays,
    state: standing.state,
    currentOperation: current,
    ...presentStamp(project),
  }
}
