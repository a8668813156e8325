import type { Action } from '#contract/actions.ts'
import type { BulkAction } from '#contract/bulk-operations.ts'

/** Actions that a list offers for the selected operations: the bulk actions of the API, and some that use other calls. */
export type ListAction =
  | BulkAction['kind']
  | 'reschedule'
  | 'freeSlot'
  | 'dependencies'
  | 'snooze'
  | 'tryFirst'
  | 'schedule'

/** The right that each list action requires. */
export const actionOfList: Readonly<Record<ListAction, Action>> = {
  progress: 'reportWork',
  hoursLeft: 'reportWork',
  hold: 'reportWork',
  release: 'reportWork',
  notes: 'reportWork',
  rescheduleTo: 'planOperations',
  rescheduleBy: 'planOperations',
  nextFreeSlot: 'planOperations',
  duration: 'planOperations',
  durationTimes: 'planOperations',
  workCentre: 'planOperations',
  pool: 'planOperations',
  pin: 'planOperations',
  material: 'planOperations',
  reschedule: 'planOperations',
  freeSlot: 'planOperations',
  dependencies: 'planOperations',
  snooze: 'planOperations',
  priority: 'planProjects',
  phase: 'planProjects',
  tryFirst: 'tryPlans',
  schedule: 'scheduleProject',
}
