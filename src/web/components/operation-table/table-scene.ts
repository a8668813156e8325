import { createContext, type MouseEvent, use } from 'react'
import type { BulkAction } from '#contract/bulk-operations.ts'
import type { Category } from '#contract/categories.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationInput } from '#contract/operations.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import type { ActionDialogKind } from './use-operation-actions.ts'

/** Data that every row needs in addition to its operation. It stays the same object while only the selection changes. */
export interface TableScene {
  dates: DateSettings
  /** The server time when the list was read. */
  nowMs: number
  /** False if the group of a row already shows its project. */
  namesProject: boolean
  categories: readonly Category[]
  /** False if no operation of the organization waits for material, so that nothing about it is offered. */
  usesMaterial: boolean
  /** Follows the link of the row inside the page; the browser handles clicks that open a new tab or window. */
  open: (event: MouseEvent, row: OperationListRow) => void
  /** Opens a dialog for this row. */
  ask: (kind: ActionDialogKind, row: OperationListRow) => void
  run: (row: OperationListRow, action: BulkAction) => void
  /** Changes another operation that the row waits for. */
  runOn: (operationId: string, title: string, action: BulkAction) => void
  unsnooze: (row: OperationListRow) => void
  /** Saves fields at once with the displayed version, and announces `done` to screen readers. */
  change: (row: OperationListRow, fields: OperationInput, done: string) => Promise<boolean>
}

export const TableSceneContext = createContext<TableScene | null>(null)

export function useTableScene(): TableScene {
  const scene = use(TableSceneContext)
  if (!scene) throw new Error('A row is rendered outside its table')
  return scene
}
