import type { OperationListRow } from '#contract/operation-lists.ts'
import { operationStatuses } from '#contract/vocabulary.ts'
import { isRowBlocked, type JudgedPlan } from '#domain/operation-lists/filter-operations.ts'
import { standingCodes } from '#domain/overdue/judge-plan.ts'
import { priorityClassOf, severityOf } from '#domain/overdue/overdue-thresholds.ts'
import { centreName } from './made-plan.ts'

const iso = (ms: number | undefined): string | null =>
  Number.isFinite(ms) ? new Date(ms as number).toISOString() : null
const noCause = {
  code: 'none',
  operation: null,
  workCentre: null,
  holiday: null,
  hours: null,
  days: null,
  until: null,
} as const

/** One row of the plan as the server's answer shows it. */
export const madeRow = (judged: JudgedPlan, row: number): OperationListRow => {
  const { plan, facts, judgement, categoryIds } = judged
  const project = plan.projects[plan.project[row] ?? 0]
  if (!project) throw new RangeError(`No row ${row}`)
  const { projectId, projectNumber, projectName, customerName, priority, currentPhase, dueMs } = project
  const category = plan.category[row] ?? 0
  const standing = standingCodes[judgement.standing[row] ?? 3] ?? 'onTime'
  const daysOverdue = judgement.daysOverdue[row] ?? 0
  const before = plan.firstLink[row] === plan.firstLink[row + 1] ? [] : [row - 1]
  return {
    operationId: plan.ids[row] ?? '',
    ...{ projectId, projectNumber, projectName, customerName, priority },
    name: plan.names[row] ?? '',
    priorityClass: priorityClassOf(priority),
    phase: currentPhase,
    categoryId: categoryIds[category] ?? null,
    categoryName: centreName(category),
    categoryColor: `w${1 + (category % 8)}`,
    status: operationStatuses[plan.status[row] ?? 0] ?? 'Pending',
    progressPercentage: plan.progressPercent[row] ?? 0,
    durationHours: plan.durationHours[row] ?? 0,
    hoursLeft: facts.hoursLeft[row] ?? 0,
    sequence: 10 * (1 + row - (plan.firstRow[plan.project[row] ?? 0] ?? 0)),
    onHold: plan.onHold[row] === 1,
    pinned: false,
    scheduledStartDate: iso(plan.scheduledStartMs[row]),
    scheduledEndDate: iso(plan.scheduledEndMs[row]),
    actualStartDate: null,
    actualEndDate: null,
    notesPreview: '',
    dueDate: iso(dueMs ?? undefined),
    standing,
    daysOverdue,
    severity: standing === 'overdue' ? severityOf(daysOverdue) : null,
    projectedCompletionDate: iso(dueMs ?? undefined),
    latenessDays: 0,
    endsByDate: iso(plan.scheduledEndMs[row]),
    forecastStartDate: iso(plan.scheduledStartMs[row]),
    forecastEndDate: iso(plan.scheduledEndMs[row]),
    behindPlan: false,
    needByDate: iso(facts.latestEndMs[row]),
    slackDays: judgement.slackDays[row] ?? null,
    blocked: isRowBlocked(judged, row),
    cause: noCause,
    remedy: { code: 'none', operation: null, workCentre: null },
    newSinceYesterday: false,
    recovered: false,
    snooze: null,
    predecessors: before.map((from) => ({
      operationId: plan.ids[from] ?? '',
      ...{ projectId, projectNumber },
      name: plan.names[from] ?? '',
      status: operationStatuses[plan.status[from] ?? 0] ?? 'Pending',
      progressPercentage: plan.progressPercent[from] ?? 0,
      lagHours: 0,
    })),
    successorCount: facts.successors[row] ?? 0,
    version: 1,
  }
}
