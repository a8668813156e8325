import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  type Row,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { ColumnLook } from '../table-columns/column-style.ts'

export interface OperationColumnLook extends ColumnLook {
  /** What the cell shows while its row is neither hovered nor active nor holds the focus; then come its controls. */
  quiet?: (row: OperationListRow) => ReactNode
}

/** Order, filters and windows are the server's; the table lays out columns and what has come. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: {} as OperationColumnLook,
})
export type Features = typeof features
export type TableRowModel = Row<Features, OperationListRow>
export type OperationColumn = ColumnDef<Features, OperationListRow, unknown>

export const columnHelper = createColumnHelper<Features, OperationListRow>()
