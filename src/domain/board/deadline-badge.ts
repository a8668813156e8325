import type { ProjectStatus } from '#contract/vocabulary.ts'

/** Days before a deadline from which it is shown, and from which it turns red (specification 9). */
export const deadlineDays = {
  project: { shown: 7, error: 3 },
  operation: { shown: 3, error: 1 },
} as const

export interface DeadlineBadge {
  /** Calendar days left; negative = passed. */
  readonly days: number
  readonly tone: 'error' | 'warning'
}

const badge = (daysLeft: number | null, { shown, error }: { shown: number; error: number }): DeadlineBadge | null =>
  daysLeft === null || daysLeft > shown ? null : { days: daysLeft, tone: daysLeft <= error ? 'error' : 'warning' }

/** Ship date passed or 7 days or fewer left, unless the project is Completed; null = no badge. */
export const projectDeadline = (daysLeft: number | null, status: ProjectStatus | null): DeadlineBadge | null =>
  status === 'Completed' ? null : badge(daysLeft, deadlineDays.project)

/** End passed or 3 days or fewer left, unless the operation is done; null = no badge. */
export const operationDeadline = (daysLeft: number | null, completed: boolean): DeadlineBadge | null =>
  completed ? null : badge(daysLeft, deadlineDays.operation)
