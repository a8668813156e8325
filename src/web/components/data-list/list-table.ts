import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  functionalUpdate,
  metaHelper,
  type ReactTable,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { isValidElement, type ReactElement, type ReactNode, useMemo, useState } from 'react'
import type { ColumnLook } from './column-style.ts'
import type { ColumnChoice } from './columns-chooser.tsx'

/** The content of a cell without controls, with optional classes for its box. */
export type PlainCell = ReactElement | string | number | CellBox
interface CellBox {
  children: ReactNode
  className?: string
}

export const boxOf = (cell: PlainCell | undefined): CellBox =>
  typeof cell === 'object' && !isValidElement(cell) ? cell : { children: cell }

/** A column of a list. `Scene` is data that every row needs, such as the reader's date settings and the current time. */
export interface ListColumnLook<Row, Scene> extends ColumnLook {
  /** The cell without a component, because each element costs time. With `onDemand` it is used until the controls are needed. */
  plain?: (row: Row, scene: Scene) => PlainCell
  /** The column contains only controls, so it is not printed. */
  controls?: boolean
  /** Its name in the column chooser, if the header is shorter. */
  title?: string
}

const listFeatures = <Row, Scene>() =>
  tableFeatures({
    columnVisibilityFeature,
    rowSortingFeature,
    sortedRowModel: createSortedRowModel(),
    sortFns: { basic: sortFn_basic },
    columnMeta: metaHelper<ListColumnLook<Row, Scene>>(),
  })
export type ListFeatures<Row, Scene> = ReturnType<typeof listFeatures<Row, Scene>>
export type ListColumn<Row extends object, Scene> = ColumnDef<ListFeatures<Row, Scene>, Row, unknown>
export type ListTable<Row extends object, Scene> = ReactTable<ListFeatures<Row, Scene>, Row>

/** Creates the columns of one kind of list. */
export const listColumns = <Row extends object, Scene>() => createColumnHelper<ListFeatures<Row, Scene>, Row>()

/** The columns that can be hidden, in order: all except the given ones. */
export const columnChoices = <Row extends object, Scene>(
  columns: readonly ListColumn<Row, Scene>[],
  fixed: readonly string[],
): ColumnChoice[] =>
  columns
    .filter(({ id = '' }) => !fixed.includes(id))
    .map(({ id = '', header, meta }) => ({ id, title: meta?.title ?? String(header) }))

type ListTableOptions<Row extends object, Scene> = {
  columns: readonly ListColumn<Row, Scene>[]
  /** Must be the same array until the rows change. */
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Ids of the visible columns; all by default. */
  shown?: ReadonlySet<string>
  sortBy?: string
  descending?: boolean
  /** Called with the column that the reader wants to sort by. */
  onSort?: (columnId: string, descending: boolean) => void
  /** True if the rows are already sorted. */
  isSorted?: boolean
}

/** The table of a list: its columns and its rows in order. */
export function useListTable<Row extends object, Scene>(options: ListTableOptions<Row, Scene>): ListTable<Row, Scene> {
  const { columns, rows, idOf, shown, sortBy, descending = false, onSort, isSorted = false } = options
  const [features] = useState(listFeatures<Row, Scene>)
  const sorting = useMemo(() => (sortBy === undefined ? [] : [{ id: sortBy, desc: descending }]), [sortBy, descending])
  const columnVisibility = useMemo(
    () => Object.fromEntries(shown ? columns.map(({ id = '' }) => [id, shown.has(id)]) : []),
    [columns, shown],
  )
  return useTable({
    features,
    columns,
    data: rows,
    getRowId: idOf,
    manualSorting: isSorted,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting, columnVisibility },
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, sorting)
      if (next) onSort?.(next.id, next.desc)
    },
  })
}
