import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationState } from '#contract/operation-outlook.ts'
import type { OperationStatus } from '#contract/vocabulary.ts'
import { priorityClassOf, severityOf } from '#domain/forecast/overdue-thresholds.ts'
import { hourMs } from '#domain/time/units.ts'
import { centerName, type MadePlan, perProject } from './made-plan.ts'

const iso = (ms: number): string => new Date(ms).toISOString()
const noCause = {
  code: 'none',
  operation: null,
  workCenter: null,
  holiday: null,
  available: null,
  hours: null,
  days: null,
  until: null,
} as const

const at = (column: Float64Array | Int32Array, row: number): number => column[row] ?? 0

export const statusOf = (plan: MadePlan, row: number): OperationStatus =>
  at(plan.progressPercentage, row) > 0 ? 'In Progress' : 'Pending'

export const hoursLeftOf = (plan: MadePlan, row: number): number =>
  at(plan.durationHours, row) * (1 - at(plan.progressPercentage, row) / 100)

export const stateOf = (plan: MadePlan, row: number): OperationState => {
  if (at(plan.daysOverdue, row) > 0) return 'overdue'
  const slackDays = at(plan.slackDays, row)
  return slackDays < 0 ? 'projectedLate' : slackDays <= defaultRiskDays ? 'atRisk' : 'onTime'
}

const nameOf = (plan: MadePlan, row: number, projectId: string, projectNumber: string) => ({
  operationId: plan.ids[row] ?? '',
  projectId,
  projectNumber,
  name: plan.names[row] ?? '',
})

/** A row of the plan as in the server's answer. */
export const madeRow = (plan: MadePlan, row: number): OperationListRow => {
  const project = plan.projects[Math.floor(row / perProject)]
  if (!project) throw new RangeError(`No row ${row}`)
  const { projectId, projectNumber, projectName, customerName, priority, dueMs } = project
  const category = at(plan.category, row)
  const [startMs, endMs] = [at(plan.startMs, row), at(plan.endMs, row)]
  const [slackDays, daysOverdue] = [at(plan.slackDays, row), at(plan.daysOverdue, row)]
  const step = row % perProject
  return {
    ...nameOf(plan, row, projectId, projectNumber),
    projectName,
    customerName,
    priority,
    priorityClass: priorityClassOf(priority),
    phase: 'production',
    categoryId: plan.categoryIds[category] ?? null,
    categoryName: centerName(category),
    categoryColor: `w${1 + (category % 8)}`,
    categoryOutside: false,
    poolId: null,
    poolName: null,
    status: statusOf(plan, row),
    progressPercentage: at(plan.progressPercentage, row),
    durationHours: at(plan.durationHours, row),
    actualHours: null,
    actualIncludesWaiting: false,
    idleSince: null,
    hoursLeft: hoursLeftOf(plan, row),
    sequence: 10 * (1 + step),
    onHold: row % 61 === 0,
    pinned: false,
    scheduledStartDate: iso(startMs),
    scheduledEndDate: iso(endMs),
    actualStartDate: null,
    actualEndDate: null,
    materialReadyDate: null,
    materialNote: '',
    partNumber: '',
    notesPreview: '',
    dueDate: iso(dueMs),
    state: stateOf(plan, row),
    daysOverdue,
    endsByDate: iso(endMs),
    forecastStartDate: iso(startMs),
    forecastEndDate: iso(endMs),
    behindPlan: false,
    needByDate: iso(endMs + slackDays * 24 * hourMs),
    slackDays,
    odds: null,
    oddsGap: null,
    severity: daysOverdue > 0 ? severityOf(daysOverdue) : null,
    projectedCompletionDate: iso(dueMs),
    latenessDays: 0,
    blocked: row % 61 === 0,
    cause: noCause,
    remedy: { code: 'none', operation: null, workCenter: null },
    projectStep: null,
    newSinceYesterday: false,
    recovered: false,
    snooze: null,
    predecessors:
      step === 0
        ? []
        : [
            {
              ...nameOf(plan, row - 1, projectId, projectNumber),
              status: statusOf(plan, row - 1),
              progressPercentage: at(plan.progressPercentage, row - 1),
              lagHours: 0,
              lagUnit: 'working' as const,
              maxLagHours: null,
              overlapPercent: null,
            },
          ],
    successorCount: step === perProject - 1 ? 0 : 1,
    version: 1,
  }
}
