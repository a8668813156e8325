import {
  type Column,
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  type Row,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { ColumnLook } from '#web/components/data-list/column-style.ts'
import type { TableScene } from './table-scene.ts'

/** A cell without controls: what stands in it, and further classes of its box. */
export interface PlainCell {
  children: ReactNode
  className?: string
}

export interface OperationColumnLook extends ColumnLook {
  /**
   * The cell without a component of its own: hundreds of rows pass by while scrolling, and every element of theirs costs.
   * With `onDemand` only until its controls are asked for.
   */
  plain?: (row: OperationListRow, scene: TableScene) => PlainCell
}

/** Order, filters and windows are the server's; the table lays out columns and what has come. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: {} as OperationColumnLook,
})
export type Features = typeof features
export type TableRowModel = Row<Features, OperationListRow>
export type ShownColumn = Column<Features, OperationListRow, unknown>
export type OperationColumn = ColumnDef<Features, OperationListRow, unknown>

export const columnHelper = createColumnHelper<Features, OperationListRow>()
