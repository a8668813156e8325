import type { OperationState } from '#contract/operation-outlook.ts'
import type { ProjectState } from '#contract/vocabulary.ts'

/** The states of projects in words, as screens show them, for files that other systems read. */
export const projectStateWords: Readonly<Record<ProjectState, string>> = {
  late: 'Late',
  atRisk: 'At risk',
  onTime: 'On time',
  complete: 'Complete',
  onHold: 'On hold',
  cancelled: 'Cancelled',
  unscheduled: 'Not scheduled',
}

/** The same for operations. */
export const operationStateWords: Readonly<Record<OperationState, string>> = {
  overdue: 'Overdue',
  projectedLate: 'Projected late',
  atRisk: 'At risk',
  onTime: 'On time',
  unscheduled: 'Not scheduled',
  completed: 'Done',
  closed: 'Project closed',
}
