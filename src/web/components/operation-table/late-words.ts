import type { OperationListRow } from '#contract/operation-lists.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { formatDays } from '#web/lib/format-number.ts'
import { calendarDay } from '#web/lib/zoned-time.ts'

/** Days since the operation should have ended: '19 d', 'today'. */
export const overdueDays = (days: number): string => (days > 0 ? formatDays(days) : 'today')

/** How late an operation is, as a phrase: '19 d overdue', '4 d past need-by', '1.5 d slack'; null if unknown. */
export function lateWords({ state, daysOverdue, slackDays }: OperationListRow): string | null {
  if (state === 'overdue') return daysOverdue > 0 ? `${formatDays(daysOverdue)} overdue` : 'Due today'
  if (state === 'projectedLate' && slackDays !== null) return `${formatDays(-slackDays)} past need-by`
  return slackDays === null ? null : `${formatDays(slackDays)} slack`
}

/** How many days an operation is behind its plan: '3 d', '< 1 d'; null if it is not. */
export function behindDays({ behindPlan, forecastEndDate, scheduledEndDate }: OperationListRow, zone: string) {
  if (!behindPlan || !forecastEndDate || !scheduledEndDate) return null
  const dayOf = (end: string) => calendarDay(lastInstant(Date.parse(end)), zone)
  const days = dayOf(forecastEndDate) - dayOf(scheduledEndDate)
  return days > 0 ? formatDays(days) : '< 1 d'
}
