import { reopenedPercent, startedPercent } from '../operations/apply-operation-change.ts'
import { operationStatusColumnOf } from './card-columns.ts'
import { progressFraction } from './card-progress.ts'
import type { StatusColumn } from './check-move.ts'

export interface OperationProgress {
  /** 0 to 1. */
  readonly progress: number
  readonly onHold: boolean
}

/**
 * The operation after a menu change: "not started" sets progress to 0, "in progress" to 0.1 if it was 0, "completed" to
 * 1. Each of them ends a hold.
 */
export const operationInColumn = (before: OperationProgress, column: StatusColumn): OperationProgress => {
  const progress = progressFraction(before.progress)
  if (column === 'not_started') return { progress: 0, onHold: false }
  if (column === 'completed') return { progress: 1, onHold: false }
  if (column === 'on_hold') return { progress, onHold: true }
  if (progress === 0) return { progress: startedPercent / 100, onHold: false }
  return { progress: progress >= 1 ? reopenedPercent / 100 : progress, onHold: false }
}

/** Whether the change would put the operation into the column; otherwise the move is not offered. */
export const canEnterColumn = (before: OperationProgress, column: StatusColumn): boolean =>
  operationStatusColumnOf(operationInColumn(before, column)) === column

/** The operation after its progress is edited, from 0 to 100. */
export const operationAtPercent = (before: OperationProgress, percent: number): OperationProgress => {
  const progress = Math.min(100, Math.max(0, percent)) / 100
  return { progress, onHold: before.onHold && progress < 1 }
}
