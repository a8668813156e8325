import type { OperationListRow } from '#contract/operation-lists.ts'
import { operationStatuses } from '#contract/vocabulary.ts'
import { isNew, isRecovered, isRowBlocked } from '#domain/operation-lists/filter-operations.ts'
import { standingCodes } from '#domain/overdue/judge-plan.ts'
import { priorityClassOf, severityOf } from '#domain/overdue/overdue-thresholds.ts'
import type { PlanProject } from '#domain/overdue/plan-columns.ts'
import type { ProjectStanding } from '#domain/projects/project-state.ts'
import type { FlatIntervals } from '#domain/time/interval-arithmetic.ts'
import { operationName, presentVerdict, verdictOfRow } from './explain-row.ts'
import type { PlanBook } from './plan-book.ts'
import { projectOutlook } from './project-outlook.ts'
import type { OperationDetails } from './read-details.ts'
import type { SelectedOperations } from './select-operations-list.ts'

const previewCharacters = 300
const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places
const isoOfMs = (ms: number): string | null => (Number.isFinite(ms) ? new Date(ms).toISOString() : null)

const predecessorsOf = (book: PlanBook, row: number): OperationListRow['predecessors'] => {
  const { plan } = book
  const links = Array.from(
    { length: (plan.firstLink[row + 1] as number) - (plan.firstLink[row] as number) },
    (_, index) => (plan.firstLink[row] as number) + index,
  )
  return links.flatMap((link) => {
    const from = plan.from[link] as number
    const name = operationName(book, plan.ids[from])
    if (!name) return []
    return {
      ...name,
      status: operationStatuses[plan.status[from] as number] ?? 'Pending',
      progressPercentage: plan.progressPercent[from] as number,
      lagHours: plan.lagHours[link] as number,
    }
  })
}

/** Shows rows as the contract does: what was judged, with what was read fresh. `held`: of `readHeldTime`. */
export const rowPresenter = (
  selected: SelectedOperations,
): ((row: number, details: OperationDetails, held: FlatIntervals | undefined) => OperationListRow) => {
  const outlooks = new Map<number, ProjectStanding>()
  const outlookOf = (project: number): ProjectStanding => {
    const known = outlooks.get(project) ?? projectOutlook(selected.book, project, selected.nowMs)
    outlooks.set(project, known)
    return known
  }
  return (row, details, held) =>
    presentRow(selected, row, { details, held, outlook: outlookOf(selected.book.plan.project[row] as number) })
}

const presentRow = (
  selected: SelectedOperations,
  row: number,
  { details, held, outlook }: { details: OperationDetails; held: FlatIntervals | undefined; outlook: ProjectStanding },
): OperationListRow => {
  const { book, judged, snoozes, nowMs } = selected
  const { plan, facts, shop } = book
  const { standing: standings, daysOverdue, slackDays } = judged.judgement
  const project = plan.projects[plan.project[row] as number] as PlanProject
  const category = shop.categories[plan.category[row] as number]
  const standing = standingCodes[standings[row] as number] ?? 'onTime'
  const slack = slackDays[row] as number
  return {
    operationId: details.operationId,
    projectId: project.projectId,
    name: details.name,
    projectNumber: project.projectNumber,
    projectName: project.projectName,
    customerName: project.customerName,
    priority: project.priority,
    priorityClass: priorityClassOf(project.priority),
    phase: project.currentPhase,
    categoryId: category?.categoryId ?? null,
    categoryName: category?.name ?? null,
    categoryColor: category?.color ?? null,
    status: details.status,
    progressPercentage: details.progressPercent,
    durationHours: details.durationHours,
    hoursLeft: round(facts.hoursLeft[row] as number, 2),
    sequence: details.sequence,
    onHold: details.onHold,
    pinned: details.pinned,
    scheduledStartDate: isoOfMs(plan.scheduledStartMs[row] as number),
    scheduledEndDate: isoOfMs(plan.scheduledEndMs[row] as number),
    actualStartDate: isoOfMs(plan.actualStartMs[row] as number),
    actualEndDate: isoOfMs(plan.actualEndMs[row] as number),
    notesPreview: details.notes.slice(0, previewCharacters).toWellFormed(),
    dueDate: project.dueMs === null ? null : new Date(project.dueMs).toISOString(),
    standing,
    daysOverdue: daysOverdue[row] as number,
    severity: standing === 'overdue' ? severityOf(daysOverdue[row] as number) : null,
    projectedCompletionDate: isoOfMs(outlook.projectedCompletionMs ?? Number.NaN),
    latenessDays: outlook.latenessDays,
    latestEndDate: isoOfMs(facts.latestEndMs[row] as number),
    slackDays: Number.isNaN(slack) ? null : round(slack, 1),
    blocked: isRowBlocked(judged, row),
    ...presentVerdict(
      book,
      verdictOfRow(book, row, { standing: standings[row] as number, placement: details.placement, held, nowMs }),
    ),
    newSinceYesterday: isNew(judged, row),
    recovered: isRecovered(judged, row),
    snooze: snoozes.get(details.operationId) ?? null,
    predecessors: predecessorsOf(book, row),
    successorCount: facts.successors[row] as number,
    version: details.version,
  }
}
