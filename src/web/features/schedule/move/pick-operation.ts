import type { GanttScene } from '../gantt-context.ts'
import { planRefusal, refusedEverywhere } from '../model/center-refusals.ts'
import { pickRows, togglePicked } from '../schedule-store.ts'
import { tellRefusal } from './tell-refusal.ts'

/** Picks an operation to move it together with others, or lets it go. False when the reader may not move it and is told why. */
export const pickOperation = (gantt: GanttScene, operation: number): boolean => {
  const refusal = planRefusal(gantt, operation)
  if (refusal === null) togglePicked(gantt.store, operation)
  else tellRefusal(refusal)
  return refusal === null
}

/** Picks the operations in a range of rows, without those that the reader may not move. */
export const pickRange = (gantt: GanttScene, from: number, to: number): void => {
  const refusal = refusedEverywhere(gantt.refusals.plan)
  if (refusal !== null) tellRefusal(refusal)
  else pickRows(gantt.store, from, to, (operation) => planRefusal(gantt, operation) === null)
}
