import type { OperationState } from '#contract/operation-outlook.ts'
import type { Project } from '#contract/projects.ts'

/** Days before a deadline from which it is shown, and from which it turns red (specification 9). */
const deadlineDays = {
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

/**
 * The ship date has passed and the status is not Completed, or 7 days or fewer remain; null = no badge. What is cancelled is not
 * past due for the organization, so its days are those that the reader's calendar counts. Nothing remains of what has shipped.
 */
export const projectDeadline = (
  { pastDueDays, status, currentPhase }: Pick<Project, 'pastDueDays' | 'status' | 'currentPhase'>,
  daysLeft: number | null,
): DeadlineBadge | null => {
  if (currentPhase === 'shipped') return null
  const passedDays = pastDueDays ?? (daysLeft !== null && daysLeft < 0 ? -daysLeft : null)
  if (passedDays === null) return ahead(daysLeft, deadlineDays.project)
  if (status === 'Completed') return null
  return { words: `${passedDays.toLocaleString('en-US')} d past due`, passed: true, tone: 'error' }
}

/** Overdue, or 3 days or fewer left to its planned end, unless there is nothing left to do; null = no badge. */
export const operationDeadline = (state: OperationState, daysLeft: number | null): DeadlineBadge | null => {
  if (state === 'completed' || state === 'closed') return null
  if (state === 'overdue') return { words: 'Overdue', passed: true, tone: 'error' }
  return ahead(daysLeft, deadlineDays.operation)
}
