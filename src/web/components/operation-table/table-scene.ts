import { createContext, type MouseEvent, use } from 'react'
import type { BulkAction } from '#contract/bulk-operations.ts'
import type { Category } from '#contract/categories.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationInput } from '#contract/operations.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import type { ActionDialogKind } from './use-operation-actions.ts'

/** Data that every row needs besides its operation. It stays the same object while only the selection changes. */
export interface TableScene {
  dates: DateSettings
  /** The server's clock when the list was read. */
  nowMs: number
  /** False when the group of a row already shows its project. */
  namesProject: boolean
  categories: readonly Category[]
  /** False in an organization where no operation waits for material: it is not offered there. */
  usesMaterial: boolean
  /** Follows the link of the row inside the page; the browser handles clicks that open a new tab or window. */
  open: (event: MouseEvent, row: OperationListRow) => void
  /** Opens a dialog for this row. */
  ask: (kind: ActionDialogKind, row: OperationListRow) => void
  run: (row: OperationListRow, action: BulkAction) => void
  /** Changes another operation, for which the row waits. */
  runOn: (operationId: string, title: string, action: BulkAction) => void
  unsnooze: (row: OperationListRow) => void
  /** Saves fields at once with the shown version; `done` is announced to screen readers. */
  change: (row: OperationListRow, fields: OperationInput, done: string) => Promise<boolean>
}

export const TableSceneContext = createContext<TableScene | null>(null)

export function useTableScene(): TableScene {
  const scene = use(TableSceneContext)
  if (!scene) throw new Error('A row stands outside its table')
  return scene
}
