import { type Column, FlexRender, type Row as TableRow } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ColumnHead } from './column-head.tsx'
import { cellClasses, selectLook, tableStyle } from './column-style.ts'
import { DataRow, type LineProps } from './data-row.tsx'
import { boxOf, type ListColumnLook, type ListFeatures, type ListTable } from './list-table.ts'
import type { ListRow } from './row-source.ts'
import { SkeletonRow } from './skeleton-row.tsx'
import type { ListLines } from './use-list-lines.ts'
import type { RowList } from './use-row-list.ts'

type DataTableProps<Row extends ListRow, Scene> = {
  /** The accessible name. */
  label: string
  list: RowList<Row>
  table: ListTable<Row, Scene>
  lines: ListLines
  scene: Scene
  /** Accessible names of the checkboxes: for all rows, and for one. Without them, rows cannot be selected. */
  selectAllLabel?: string
  selectLabel?: (row: Row) => string
  /** The heading of a group as a line of the table. */
  groupRow?: (group: number, line: LineProps) => ReactNode
  /** Content over the right end of a row while it is hovered or active. */
  rowActions?: ((row: Row) => ReactNode) | undefined
}

/** The cells of a row; plain cells have no component. */
const drawCells = <Row extends ListRow, Scene>(
  row: TableRow<ListFeatures<Row, Scene>, Row>,
  columns: readonly Column<ListFeatures<Row, Scene>, Row, unknown>[],
  scene: Scene,
  withOnDemand: boolean,
): ReactNode =>
  columns.map(({ id, columnDef }) => {
    const look: ListColumnLook<Row, Scene> = columnDef.meta ?? {}
    const { plain, onDemand } = look
    if (onDemand ? !withOnDemand : plain) {
      const { children, className } = boxOf(plain?.(row.original, scene))
      return (
        <td key={id} className={cellClasses(look, className)}>
          {children}
        </td>
      )
    }
    const cell = row.getAllCellsByColumnId()[id]
    return (
      <td key={id} className={cellClasses(look)}>
        {/* Text typed into a cell belongs to its record, even if another record moves to this line. */}
        {cell && <FlexRender key={onDemand ? row.id : ''} cell={cell} />}
      </td>
    )
  })

/** A table with a sticky header and sticky first columns that renders only the visible lines. */
export function DataTable<Row extends ListRow, Scene>(props: DataTableProps<Row, Scene>) {
  const { label, list, table, lines, scene, selectAllLabel, selectLabel, groupRow, rowActions } = props
  const { data, selecting, selectRow } = list
  const { headPx, opens } = lines
  const { rowsById } = table.getCoreRowModel()
  const heads = table.getHeaderGroups()[0]?.headers ?? []
  const looks = [...(selectLabel ? [selectLook] : []), ...heads.map(({ column }) => column.columnDef.meta ?? {})]
  const style = tableStyle(looks)
  const columns = table.getVisibleLeafColumns()
  const isAll = data.total > 0 && selecting.count >= data.total
  return (
    <section
      ref={lines.scroller}
      aria-label={label}
      // Without checkboxes, nothing in it may take the focus, from which the keyboard scrolls it.
      tabIndex={selectLabel ? undefined : 0}
      className="group/list relative min-h-0 grow overflow-auto bg-surface"
      onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)}
    >
      <table aria-rowcount={data.layout.count + 1} className="block w-full" style={{ minWidth: style.minWidth }}>
        <thead className="sticky top-0 z-sticky block">
          <tr className="grid border-line-2 border-b bg-sunken" style={{ ...style, height: headPx }}>
            {selectLabel && (
              <th scope="col" className={cellClasses(selectLook)}>
                <Checkbox
                  aria-label={selectAllLabel}
                  checked={isAll || (selecting.count > 0 && 'mixed')}
                  onChange={isAll ? selecting.none : selecting.all}
                />
              </th>
            )}
            {heads.map((header) => (
              <ColumnHead
                key={header.id}
                className={cellClasses(header.column.columnDef.meta ?? {})}
                hidden={header.column.columnDef.meta?.hiddenHead}
                sorted={header.column.getIsSorted()}
                onSort={header.column.getCanSort() && (() => header.column.toggleSorting())}
              >
                <FlexRender header={header} />
              </ColumnHead>
            ))}
          </tr>
        </thead>
        {/* Rows take the column widths from this style. */}
        <tbody
          className="relative block"
          style={{ gridTemplateColumns: style.gridTemplateColumns, height: lines.totalPx }}
        >
          {lines.shown.map((index) => {
            const line = lines.lineOf(index)
            const here = data.layout.lineAt(index)
            if (here.kind === 'group') return groupRow?.(here.group, line)
            const { offset } = here
            const record = data.rowAt(offset)
            const row = record && rowsById[data.idOf(record)]
            if (!row) return <SkeletonRow {...line} key={index} offset={offset} looks={looks} />
            const { original } = row
            return (
              <DataRow
                {...line}
                offset={offset}
                columns={columns}
                scene={scene}
                opens={opens}
                key={data.all ? row.id : index}
                id={row.id}
                record={original}
                selected={selecting.isSelected(record)}
                label={selectLabel?.(original)}
                cells={(withOnDemand) => drawCells(row, columns, scene, withOnDemand)}
                onSelect={(extend) => selectRow(original, offset, extend)}
                actions={rowActions && (() => rowActions(original))}
              />
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
