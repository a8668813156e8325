import type { PriorityClass, Severity } from '#contract/operation-filter.ts'

/** Days overdue from which an operation is critical, high and medium (specification 9). */
export const overdueThresholdDays = { critical: 14, high: 7, medium: 3 } as const

/** Severity of an operation that has been overdue for so many calendar days. */
export const severityOf = (daysOverdue: number): Severity => {
  if (daysOverdue >= overdueThresholdDays.critical) return 'critical'
  if (daysOverdue >= overdueThresholdDays.high) return 'high'
  return daysOverdue >= overdueThresholdDays.medium ? 'medium' : 'low'
}

/** Priorities from which a project is critical, high and medium: the bounds at which a card changes its color. */
export const priorityThresholds = { critical: 90, high: 70, medium: 50 } as const

/** A priority of 0 to 100 as a word. */
export const priorityClassOf = (priority: number): PriorityClass => {
  if (priority >= priorityThresholds.critical) return 'critical'
  if (priority >= priorityThresholds.high) return 'high'
  return priority >= priorityThresholds.medium ? 'medium' : 'low'
}
