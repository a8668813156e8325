import type { PriorityClass, Severity } from '#contract/operation-filter.ts'

/** Days overdue from which an operation is critical, high and medium. */
export const overdueThresholdDays = { critical: 14, high: 7, medium: 3 } as const

/** Severity of an operation, by calendar days overdue. */
export const severityOf = (daysOverdue: number): Severity => {
  if (daysOverdue >= overdueThresholdDays.critical) return 'critical'
  if (daysOverdue >= overdueThresholdDays.high) return 'high'
  return daysOverdue >= overdueThresholdDays.medium ? 'medium' : 'low'
}

/** Priorities from which a project is critical, high and medium: the bounds at which a card changes color. */
export const priorityThresholds = { critical: 90, high: 70, medium: 50 } as const

/** Priority class of a priority from 0 to 100. */
export const priorityClassOf = (priority: number): PriorityClass => {
  if (priority >= priorityThresholds.critical) return 'critical'
  if (priority >= priorityThresholds.high) return 'high'
  return priority >= priorityThresholds.medium ? 'medium' : 'low'
}
