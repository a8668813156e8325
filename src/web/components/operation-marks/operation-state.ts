import type { Operation } from '#contract/operations.ts'
import type { MarkKind } from '#web/ui/mark.tsx'

export interface OperationStanding {
  readonly kind: MarkKind
  readonly word: string
}

type Facts = Pick<Operation, 'status' | 'progressPercentage' | 'onHold' | 'actualStartDate' | 'scheduledEndDate'>

/** True when progress says so, or the status does (specification 4.5). */
export const isDone = ({ status, progressPercentage }: Pick<Operation, 'status' | 'progressPercentage'>): boolean =>
  status === 'Completed' || progressPercentage >= 100

export const hasStarted = ({ progressPercentage, actualStartDate }: Facts): boolean =>
  progressPercentage > 0 || actualStartDate !== null

/** How an operation stands, in the planner's words; `dueMs` is the end of the project's ship date (epoch ms), null = none. */
export const operationStanding = (operation: Facts, dueMs: number | null): OperationStanding => {
  if (isDone(operation)) return { kind: 'done', word: 'Done' }
  if (operation.onHold) return { kind: 'onHold', word: 'On hold' }
  const end = operation.scheduledEndDate
  if (end !== null && dueMs !== null && Date.parse(end) > dueMs) return { kind: 'late', word: 'Ends late' }
  if (hasStarted(operation)) return { kind: 'running', word: 'In progress' }
  return end === null ? { kind: 'unscheduled', word: 'Not scheduled' } : { kind: 'planned', word: 'Planned' }
}
