import type { OperationState } from '#contract/operation-outlook.ts'
import type { Project } from '#contract/projects.ts'

/** Days before a deadline from which it is shown, and from which it turns red (specification 9). */
export const deadlineDays = {
  project: { shown: 7, error: 3 },
  operation: { shown: 3, error: 1 },
} as const

export interface DeadlineBadge {
  /** '16 d past due', 'Overdue', 'today', 'tomorrow', 'in 3 d'. */
  readonly words: string
  readonly passed: boolean
  readonly tone: 'error' | 'warning'
}

const ahead = (daysLeft: number | null, { shown, error }: { shown: number; error: number }): DeadlineBadge | null => {
  if (daysLeft === null || daysLeft > shown) return null
  const words = daysLeft <= 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} d`
  return { words, passed: false, tone: daysLeft <= error ? 'error' : 'warning' }
}

/** Ship date passed, or 7 days or fewer left, unless the project is Completed or cancelled; null = no badge. */
export const projectDeadline = (
  { pastDueDays, status, currentPhase }: Pick<Project, 'pastDueDays' | 'status' | 'currentPhase'>,
  daysLeft: number | null,
): DeadlineBadge | null => {
  if (status === 'Completed' || currentPhase === 'cancelled') return null
  if (pastDueDays !== null)
    return { words: `${pastDueDays.toLocaleString('en-US')} d past due`, passed: true, tone: 'error' }
  return ahead(daysLeft, deadlineDays.project)
}

/** Overdue, or 3 days or fewer left to its planned end, unless there is nothing left to do; null = no badge. */
export const operationDeadline = (state: OperationState, daysLeft: number | null): DeadlineBadge | null => {
  if (state === 'completed' || state === 'closed') return null
  if (state === 'overdue') return { words: 'Overdue', passed: true, tone: 'error' }
  return ahead(daysLeft, deadlineDays.operation)
}
