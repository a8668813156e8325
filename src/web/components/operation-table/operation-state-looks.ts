import type { OperationState } from '#contract/operation-outlook.ts'
import type { MarkKind } from '#web/ui/mark.tsx'

/** The name of each state in the planner's words, with its mark. */
export const operationStateLooks: Record<OperationState, { word: string; kind: MarkKind }> = {
  overdue: { word: 'Overdue', kind: 'late' },
  projectedLate: { word: 'Projected late', kind: 'projectedLate' },
  atRisk: { word: 'At risk', kind: 'atRisk' },
  onTime: { word: 'On time', kind: 'onTime' },
  unscheduled: { word: 'Not scheduled', kind: 'unscheduled' },
  completed: { word: 'Done', kind: 'done' },
  closed: { word: 'Project closed', kind: 'cancelled' },
}
