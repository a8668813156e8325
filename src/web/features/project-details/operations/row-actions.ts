import type { Operation, OperationInput } from '#contract/operations.ts'

/** The actions on an operation, shared by the table and the list for narrow screens. */
export interface RowActions {
  /** Saves a quick change; `done` is announced to screen readers. */
  readonly change: (operation: Operation, fields: OperationInput, done: string) => void
  readonly edit: (operation: Operation) => void
  readonly remove: (operation: Operation) => void
  readonly move: (operation: Operation, step: -1 | 1) => void
}

/** The reason why the order cannot be changed now; null when it can. */
export type OrderReason = string | null
