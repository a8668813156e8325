import { FlexRender, functionalUpdate, useTable } from '@tanstack/react-table'
import { type RefObject, useMemo } from 'react'
import type { OperationSort } from '#contract/operation-filter.ts'
import { rowHeightPx } from '#web/lib/row-height.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ColumnHead } from '../table-columns/column-head.tsx'
import { cellClasses, tableStyle } from '../table-columns/column-style.ts'
import { GroupRow } from './group-row.tsx'
import type { ListSearch, OnListSearch } from './list-search.ts'
import { selectLook } from './select-look.ts'
import { SkeletonRow } from './skeleton-row.tsx'
import { features, type OperationColumn } from './table-features.ts'
import { TableRow } from './table-row.tsx'
import type { OperationList } from './use-operation-list.ts'
import { useTableLines } from './use-table-lines.ts'

/** Height of the table head; it stays at the top. */
const headPx = 32

type OperationTableProps = {
  /** Its name, read aloud. */
  label: string
  list: OperationList
  columns: readonly OperationColumn[]
  /** Ids of the columns shown. */
  shown: ReadonlySet<string>
  search: ListSearch
  onSearchChange: OnListSearch
  searchField: RefObject<HTMLInputElement | null>
  /** The dialogs of a row over its right end; not where cells there are edited. */
  rowActions?: boolean
}

const noRows: never[] = []

/** The planner's table of operations: head and first columns stay, rows and their windows come as they are shown. */
export function OperationTable(props: OperationTableProps) {
  const { label, list, columns, shown, search, onSearchChange, searchField, rowActions = false } = props
  const { data, selecting, closed, toggleGroup } = list
  const rowPx = rowHeightPx(search.density)
  const lines = useTableLines({ list, rowPx, headPx, onSearch: () => searchField.current?.focus() })
  const { sortBy = 'daysOverdue', sortOrder = 'desc' } = search
  const sorting = useMemo(() => [{ id: sortBy as string, desc: sortOrder === 'desc' }], [sortBy, sortOrder])
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id = '' }) => [id, shown.has(id)])),
    [columns, shown],
  )
  const rows = useMemo(() => [...data.rows.values()], [data.rows])
  const table = useTable({
    features,
    columns: columns as OperationColumn[],
    data: rows.length > 0 ? rows : noRows,
    getRowId: ({ operationId }) => operationId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting, columnVisibility },
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, sorting)
      if (next) onSearchChange({ sortBy: next.id as OperationSort, sortOrder: next.desc ? 'desc' : 'asc' })
    },
  })
  const { rowsById } = table.getCoreRowModel()
  const heads = table.getHeaderGroups()[0]?.headers ?? []
  const looks = [selectLook, ...heads.map(({ column }) => column.columnDef.meta ?? { widthPx: 0 })]
  const style = tableStyle(looks)
  const shownColumns = table.getVisibleLeafColumns()
  const { total, groups, layout } = data
  const all = total > 0 && selecting.count >= total
  const line = { heightPx: rowPx, onActive: lines.setActive, takesFocus: lines.takesFocus }
  return (
    <section
      ref={lines.scroller}
      aria-label={label}
      className="group/list relative min-h-0 grow overflow-auto bg-surface"
      onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)}
    >
      <table aria-rowcount={layout.count + 1} className="block w-full" style={{ minWidth: style.minWidth }}>
        <thead className="sticky top-0 z-sticky block">
          <tr className="grid border-line-2 border-b bg-sunken" style={{ ...style, height: headPx }}>
            <th scope="col" className={cellClasses(selectLook)}>
              <Checkbox
                aria-label="Select all operations that match"
                checked={all || (selecting.count > 0 && 'mixed')}
                onChange={all ? selecting.none : selecting.all}
              />
            </th>
            {heads.map((header) => (
              <ColumnHead
                key={header.id}
                look={header.column.columnDef.meta}
                sorted={header.column.getIsSorted()}
                onSort={header.column.getCanSort() && (() => header.column.toggleSorting())}
              >
                <FlexRender header={header} />
              </ColumnHead>
            ))}
          </tr>
        </thead>
        {/* Rows take the columns' tracks from here: one text for all of them. */}
        <tbody
          className="relative block"
          style={{ gridTemplateColumns: style.gridTemplateColumns, height: lines.totalPx }}
        >
          {lines.shown.map((index) => {
            const at = { ...line, index, topPx: index * rowPx, active: index === lines.active }
            const here = layout.lineAt(index)
            if (here.kind === 'group') {
              const group = groups?.[here.group]
              return (
                group && (
                  <GroupRow
                    {...at}
                    key={index}
                    group={group}
                    groupIndex={here.group}
                    first={data.rowAt(layout.spanOf(here.group)[0])}
                    open={!closed.has(group.key)}
                    selected={selecting.groupState(here.group)}
                    onToggle={toggleGroup}
                    onSelect={list.selectGroup}
                  />
                )
              )
            }
            const original = data.rowAt(here.offset)
            const row = original && rowsById[original.operationId]
            if (!row) return <SkeletonRow {...at} key={index} offset={here.offset} looks={looks} />
            return (
              <TableRow
                {...at}
                key={index}
                row={row}
                offset={here.offset}
                selected={selecting.isSelected(original)}
                columns={shownColumns}
                withActions={rowActions}
                onSelect={list.selectRow}
              />
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
