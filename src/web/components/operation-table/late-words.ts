import type { OperationListRow } from '#contract/operation-lists.ts'
import { formatNumber } from '#web/lib/format-number.ts'

export const shortDays = (days: number): string => `${formatNumber(days)} d`

/** Days since the planned end: '19 d', 'today'. */
export const overdueDays = (days: number): string => (days > 0 ? shortDays(days) : 'today')

/** What is late by how much, in a phrase: '19 d overdue', 'ends 4 d late', '1.5 d slack'; null when nothing is known. */
export function lateWords(row: Pick<OperationListRow, 'standing' | 'daysOverdue' | 'latenessDays' | 'slackDays'>) {
  const { standing, daysOverdue, latenessDays, slackDays } = row
  if (standing === 'overdue') return daysOverdue > 0 ? `${formatNumber(daysOverdue)} d overdue` : 'Due today'
  if (standing === 'projectedLate') {
    if (latenessDays !== null && latenessDays > 0) return `ends ${formatNumber(latenessDays)} d late`
    return slackDays !== null && slackDays < 0 ? `${formatNumber(-slackDays)} d too late` : 'ends late'
  }
  return slackDays === null ? null : `${formatNumber(slackDays)} d slack`
}
