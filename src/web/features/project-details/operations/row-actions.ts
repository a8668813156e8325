import type { Operation, OperationInput } from '#contract/operations.ts'

/** What a row of the operations can do; the same for the table and for narrow screens. */
export interface RowActions {
  /** A quick change; `done` is read out. */
  readonly change: (operation: Operation, fields: OperationInput, done: string) => void
  readonly edit: (operation: Operation) => void
  readonly remove: (operation: Operation) => void
  readonly move: (operation: Operation, step: -1 | 1) => void
}

/** Why the order cannot be changed now; null when it can. */
export type OrderReason = string | null
