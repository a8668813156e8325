import type { OperationState } from '#contract/operation-outlook.ts'
import type { Project } from '#contract/projects.ts'

/** Days before a deadline from which the badge is shown, and from which it is red. */
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
 * The badge of a project: its ship date has passed and it is not Completed, or at most 7 days remain; null = no badge. Cancelled projects
 * are not past due in the forecast, so their days are counted in the reader's calendar. Shipped projects have no badge.
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

/** The badge of an operation: overdue, or at most 3 days before its planned end; null = no badge, also for completed work. */
export const operationDeadline = (state: OperationState, daysLeft: number | null): DeadlineBadge | null => {
  if (state === 'completed' || state === 'closed') return null
  if (state === 'overdue') return { words: 'Overdue', passed: true, tone: 'error' }
  return ahead(daysLeft, deadlineDays.operation)
}
