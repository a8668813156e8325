import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { Project } from '#contract/projects.ts'
import { isProjectOpen, latenessDays, pastDueDays, projectState } from '#domain/forecast/project-words.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import { presentStamp } from '../history/record-stamp.ts'
import { projectFields } from './project-fields.ts'
import type { SelectedProject } from './select-projects.ts'

/** Sums of decimals carry binary dust (0.1 + 0.2); two places are enough for hours and percent. */
const round = (value: number): number => Math.round(value * 100) / 100

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

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
  { project, forecast, figures, current }: SelectedProject,
  zone: string,
  nowMs: number,
): Project => {
  const phase = effectivePhase(project)
  const plannedShipMs = project.plannedShipDate?.getTime() ?? null
  const dueMs = plannedShipMs === null ? null : endOfDayMs(plannedShipMs, zone)
  const scheduledEndMs = isProjectOpen(phase) ? scheduledEndOf(figures) : null
  const projectedMs = isProjectOpen(phase) ? (scheduledEndMs ?? plannedShipMs) : null
  // What was just changed shows at once what its own fields say; where its work will land follows.
  const completionMs = forecast?.completionMs ?? null
  const words = { phase, dueMs, completionMs, slackDays: forecast?.slackDays ?? null }
  return {
    projectId: project.projectId,
    ...projectFields(project),
    progressPercentage: progressOf(project.progressPercent, figures),
    operationCount: figures?.operationCount ?? 0,
    completedOperationCount: figures?.completedCount ?? 0,
    heldOperationCount: figures?.heldCount ?? 0,
    hoursPlanned: round(figures?.hoursPlanned ?? 0),
    hoursLeft: round((figures?.hoursPlanned ?? 0) - (figures?.hoursDone ?? 0)),
    projectedCompletionDate: isoOf(projectedMs),
    projectedFrom: projectedMs === null ? 'none' : scheduledEndMs === null ? 'shipDate' : 'schedule',
    forecastCompletionDate: isProjectOpen(phase) ? isoOf(completionMs) : null,
    latenessDays: latenessDays(words, zone),
    pastDueDays: pastDueDays(words, zone, nowMs),
    state: projectState(words, zone, defaultRiskDays),
    currentOperation: current,
    ...presentStamp(project),
  }
}
