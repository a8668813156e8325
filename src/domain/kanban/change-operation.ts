import { reopenedPercent, startedPercent } from '../operations/apply-operation-change.ts'
import { operationStatusColumnOf } from './card-columns.ts'
import { progressFraction } from './card-progress.ts'
import type { StatusColumn } from './check-move.ts'

export interface OperationProgress {
  /** 0 to 1. */
  readonly progress: number
  readonly onHold: boolean
}

/** Specification 4.5, "menu change": not started gives 0, in progress 0.1 if it was 0, completed 1; any of them ends a hold. */
export const operationInColumn = (before: OperationProgress, column: StatusColumn): OperationProgress => {
  const progress = progressFraction(before.progress)
  if (column === 'not_started') return { progress: 0, onHold: false }
  if (column === 'completed') return { progress: 1, onHold: false }
  if (column === 'on_hold') return { progress, onHold: true }
  if (progress === 0) return { progress: startedPercent / 100, onHold: false }
  return { progress: progress >= 1 ? reopenedPercent / 100 : progress, onHold: false }
}

/** An operation cannot be moved to a column in which it would not be after the change. */
export const canEnterColumn = (before: OperationProgress, column: StatusColumn): boolean =>
  operationStatusColumnOf(operationInColumn(before, column)) === column

/** Specification 4.5: saving an edited progress of 0 to 100. */
export const operationAtPercent = (before: OperationProgress, percent: number): OperationProgress => {
  const progress = Math.min(100, Math.max(0, percent)) / 100
  return { progress, onHold: before.onHold && progress < 1 }
}
