import type { OperationState } from '#contract/operation-outlook.ts'
import type { Operation } from '#contract/operations.ts'
import { kindOfStatus } from '#web/components/status/kind-of-status.ts'
import { formatDays } from '#web/lib/format-number.ts'
import type { MarkKind } from '#web/ui/mark.tsx'

export interface OperationLook {
  readonly kind: MarkKind
  readonly word: string
}

type Facts = Pick<
  Operation,
  'status' | 'statusText' | 'progressPercentage' | 'onHold' | 'actualStartDate' | 'scheduledEndDate' | 'outlook'
>

/** True if the progress or the status says so. */
export const isDone = ({ status, progressPercentage }: Pick<Operation, 'status' | 'progressPercentage'>): boolean =>
  status === 'Completed' || progressPercentage >= 100

export const hasStarted = ({ progressPercentage, actualStartDate }: Facts): boolean =>
  progressPercentage > 0 || actualStartDate !== null

/** True for the two states that are drawn in red. */
export const isLateState = (state: OperationState | undefined): boolean =>
  state === 'overdue' || state === 'projectedLate'

/** The state of an operation in the planner's words. */
export const operationLook = (operation: Facts): OperationLook => {
  const { onHold, outlook, scheduledEndDate, statusText } = operation
  if (isDone(operation)) return { kind: 'done', word: 'Done' }
  if (onHold) return { kind: 'onHold', word: 'On hold' }
  if (statusText !== undefined) return { kind: kindOfStatus(statusText), word: statusText }
  if (outlook?.state === 'overdue') {
    const { daysOverdue } = outlook
    return { kind: 'late', word: daysOverdue > 0 ? `${formatDays(daysOverdue)} overdue` : 'Due today' }
  }
  if (outlook?.state === 'projectedLate') return { kind: 'projectedLate', word: 'Projected late' }
  if (outlook?.state === 'atRisk') return { kind: 'atRisk', word: 'At risk' }
  if (hasStarted(operation)) return { kind: 'running', word: 'In progress' }
  return scheduledEndDate === null
    ? { kind: 'unscheduled', word: 'Not scheduled' }
    : { kind: 'planned', word: 'Planned' }
}
