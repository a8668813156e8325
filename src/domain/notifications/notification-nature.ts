import type { NotificationCause, NotificationCode } from '#contract/notifications.ts'
import type { NotificationCategory, NotificationPriority, NotificationType } from '#contract/vocabulary.ts'

export interface NotificationNature {
  readonly type: NotificationType
  readonly category: NotificationCategory
  readonly priority: NotificationPriority
}

const natures: Record<Exclude<NotificationCode, 'note'>, NotificationNature> = {
  runFinished: { type: 'success', category: 'Schedule', priority: 'medium' },
  runFailed: { type: 'error', category: 'Schedule', priority: 'high' },
  runCancelled: { type: 'warning', category: 'Schedule', priority: 'medium' },
  runReverted: { type: 'warning', category: 'Schedule', priority: 'medium' },
  projectLate: { type: 'warning', category: 'Project', priority: 'medium' },
  projectsLate: { type: 'warning', category: 'Project', priority: 'high' },
  projectRecovered: { type: 'success', category: 'Project', priority: 'low' },
  projectsRecovered: { type: 'success', category: 'Project', priority: 'low' },
  projectShipped: { type: 'success', category: 'Project', priority: 'low' },
  projectsShipped: { type: 'success', category: 'Project', priority: 'low' },
  operationAssigned: { type: 'info', category: 'Schedule', priority: 'low' },
  operationsAssigned: { type: 'info', category: 'Schedule', priority: 'low' },
  operationUnblocked: { type: 'info', category: 'Schedule', priority: 'medium' },
  operationsUnblocked: { type: 'info', category: 'Schedule', priority: 'medium' },
  piecesScrapped: { type: 'warning', category: 'Schedule', priority: 'medium' },
  accessRequested: { type: 'info', category: 'User', priority: 'high' },
  accessAnswered: { type: 'info', category: 'User', priority: 'high' },
  planAsked: { type: 'info', category: 'Schedule', priority: 'high' },
  planDeclined: { type: 'warning', category: 'Schedule', priority: 'high' },
  planApplied: { type: 'success', category: 'Schedule', priority: 'medium' },
  wrongCodes: { type: 'warning', category: 'User', priority: 'high' },
}

/** Type, category and priority of system notifications. The author of a note chooses them. */
export const notificationNature = (cause: Exclude<NotificationCause, { code: 'note' }>): NotificationNature =>
  cause.code === 'projectLate' && cause.overdue
    ? { type: 'error', category: 'Project', priority: 'high' }
    : natures[cause.code]
