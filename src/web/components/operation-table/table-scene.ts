import { createContext, type MouseEvent, use } from 'react'
import type { BulkAction } from '#contract/bulk-operations.ts'
import type { Category } from '#contract/categories.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationInput } from '#contract/operations.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import type { ActionDialogKind } from './use-operation-actions.ts'

/** What every row reads beside its operation. It stays the same object while only the selection changes. */
export interface TableScene {
  dates: DateSettings
  /** The server's clock when the list was read. */
  nowMs: number
  /** False where a row's group already says its project. */
  namesProject: boolean
  categories: readonly Category[]
  /** Follows the row's link inside the page; what opens a new tab or window is left to the browser. */
  open: (event: MouseEvent, row: OperationListRow) => void
  /** Opens a dialog for this row. */
  ask: (kind: ActionDialogKind, row: OperationListRow) => void
  run: (row: OperationListRow, action: BulkAction) => void
  /** Changes another operation, one the row waits for. */
  runOn: (operationId: string, title: string, action: BulkAction) => void
  unsnooze: (row: OperationListRow) => void
  /** Saves fields on the spot, against the version shown; `done` is read out. */
  change: (row: OperationListRow, fields: OperationInput, done: string) => Promise<boolean>
}

export const TableSceneContext = createContext<TableScene | null>(null)

export function useTableScene(): TableScene {
  const scene = use(TableSceneContext)
  if (!scene) throw new Error('A row stands outside its table')
  return scene
}
