import type { MarkKind } from './tones.ts'

/**
 * The nine specified statuses with their looks, and On Hold with its own. Every chip, badge and message that shows a
 * status takes its color and icon from here.
 */
export const statusKinds = {
  completed: 'done',
  'in-progress': 'running',
  delayed: 'late',
  cancelled: 'cancelled',
  pending: 'planned',
  success: 'done',
  warning: 'projectedLate',
  error: 'late',
  info: 'info',
  'on-hold': 'onHold',
} as const satisfies Record<string, MarkKind>

export type StatusKind = (typeof statusKinds)[keyof typeof statusKinds]
