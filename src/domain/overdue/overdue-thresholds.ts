import type { PriorityClass, Severity } from '#contract/operation-filter.ts'

/** Days overdue from which an operation is critical, high and medium (specification 9). */
export const overdueThresholdDays = { critical: 14, high: 7, medium: 3 } as const

/** Severity of an operation that has been overdue for so many calendar days. */
export const severityOf = (daysOverdue: number): Severity => {
  if (daysOverdue >= overdueThresholdDays.critical) return 'critical'
  if (daysOverdue >= overdueThresholdDays.high) return 'high'
  return daysOverdue >= overdueThresholdDays.medium ? 'medium' : 'low'
}

/** A priority of 0 to 100 as a word (specification 3), at the bounds at which a card changes its colour (specification 9). */
export const priorityClassOf = (priority: number): PriorityClass => {
  if (priority >= 90) return 'critical'
  if (priority >= 70) return 'high'
  return priority >= 50 ? 'medium' : 'low'
}
