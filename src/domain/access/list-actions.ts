import type { Action } from '#contract/actions.ts'
import type { BulkAction } from '#contract/bulk-operations.ts'

/** What lists of operations offer for the selected ones: the bulk actions of the API, and what goes other ways. */
export type ListAction =
  | BulkAction['kind']
  | 'reschedule'
  | 'freeSlot'
  | 'dependencies'
  | 'snooze'
  | 'tryFirst'
  | 'schedule'

/** The right that each of them takes. */
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
