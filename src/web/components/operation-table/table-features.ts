import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  type Row,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { ColumnLook } from '../table-columns/column-style.ts'

/** Order, filters and windows are the server's; the table lays out columns and what has come. */
export const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature, columnMeta: {} as ColumnLook })
export type Features = typeof features
export type TableRowModel = Row<Features, OperationListRow>
export type OperationColumn = ColumnDef<Features, OperationListRow, unknown>

export const columnHelper = createColumnHelper<Features, OperationListRow>()
