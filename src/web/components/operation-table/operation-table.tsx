import { type RefObject, useMemo } from 'react'
import type { OperationSort } from '#contract/operation-filter.ts'
import { DataTable } from '#web/components/data-list/data-table.tsx'
import { useListTable } from '#web/components/data-list/list-table.ts'
import { groupRowOf } from './group-row.tsx'
import type { ListSearch, OnListSearch } from './list-search.ts'
import type { OperationColumn } from './operation-columns.tsx'
import { RowActions } from './row-actions.tsx'
import { useTableScene } from './table-scene.ts'
import type { OperationList } from './use-operation-list.ts'
import { useTableLines } from './use-table-lines.ts'

type OperationTableProps = {
  /** The accessible name. */
  label: string
  list: OperationList
  columns: readonly OperationColumn[]
  /** Ids of the visible columns. */
  shown: ReadonlySet<string>
  search: ListSearch
  onSearchChange: OnListSearch
  searchField: RefObject<HTMLInputElement | null>
  /** Shows the row's dialogs over its right end; absent if the cells there can be edited. */
  rowActions?: boolean
}

/** The table of operations: rows are loaded when they scroll into view, in the server's order. */
export function OperationTable(props: OperationTableProps) {
  const { label, list, columns, shown, search, onSearchChange, searchField, rowActions = false } = props
  const { data } = list
  const lines = useTableLines(list, search, searchField)
  const rows = useMemo(() => [...data.rows.values()], [data.rows])
  const table = useListTable({
    columns,
    rows,
    idOf: data.idOf,
    shown,
    sortBy: search.sortBy ?? 'daysOverdue',
    descending: (search.sortOrder ?? 'desc') === 'desc',
    onSort: (id, descending) => onSearchChange({ sortBy: id as OperationSort, sortOrder: descending ? 'desc' : 'asc' }),
    isSorted: true,
  })
  return (
    <DataTable
      label={label}
      list={list}
      table={table}
      lines={lines}
      scene={useTableScene()}
      selectAllLabel="Select all operations that match"
      selectLabel={({ name, projectNumber }) => `Select ${name} of #${projectNumber}`}
      groupRow={groupRowOf(list)}
      rowActions={rowActions ? (row) => <RowActions row={row} /> : undefined}
    />
  )
}
