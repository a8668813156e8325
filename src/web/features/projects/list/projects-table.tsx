import { FlexRender, type ReactTable } from '@tanstack/react-table'
import { useCallback, useRef, useState } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import { ColumnHead } from '#web/components/data-list/column-head.tsx'
import { tableStyle } from '#web/components/data-list/column-style.ts'
import { rowHeightPx } from '#web/lib/row-height.ts'
import type { Features } from './columns.tsx'
import { TableRow } from './table-row.tsx'
import { useListWindow } from './use-list-window.ts'
import { useRowClicks } from './use-row-clicks.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Height of the table head; it stays at the top. */
const headPx = 32

type ProjectsTableProps = {
  table: ReactTable<Features, ListedProject>
  density: 'comfortable' | 'compact'
  onSearch: () => void
}

/** The planner's table: head and first columns stay, rows are windowed, J K X move and select. */
export function ProjectsTable({ table, density, onSearch }: ProjectsTableProps) {
  const { rows } = table.getRowModel()
  const [activeId, setActiveId] = useState<string | null>(null)
  const activeIndex = activeId === null ? -1 : rows.findIndex(({ id }) => id === activeId)
  const selection = table.state.rowSelection
  const rowPx = rowHeightPx(density)
  const { scroller, window } = useListWindow({
    count: rows.length,
    rowPx,
    headPx,
    keyOf: useCallback((index: number) => rows[index]?.id ?? String(index), [rows]),
    activeIndex,
    bulkOpen: Object.keys(selection).length > 0,
  })
  const keyTarget = useRef<string | null>(null)
  const takesFocus = useCallback((id: string) => {
    const wanted = keyTarget.current === id
    if (wanted) keyTarget.current = null
    return wanted
  }, [])
  const move = (by: 1 | -1) => {
    const next = activeIndex < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, activeIndex + by))
    const row = rows[next]
    if (!row) return
    window.scrollToIndex(next)
    keyTarget.current = row.id
    setActiveId(row.id)
  }
  useRowClicks(scroller)
  useRowKeys({ onMove: move, onSelect: () => rows[activeIndex]?.toggleSelected(), onSearch })

  const heads = table.getHeaderGroups()[0]?.headers ?? []
  const style = tableStyle(heads.map(({ column }) => column.columnDef.meta ?? { widthPx: 0 }))
  const columnsKey = heads.map(({ id }) => id).join()
  return (
    <section
      ref={scroller}
      aria-label="Projects"
      className="group/list relative min-h-0 grow overflow-auto bg-surface"
      onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)}
    >
      <table aria-rowcount={rows.length + 1} className="block w-full" style={{ minWidth: style.minWidth }}>
        <thead className="sticky top-0 z-sticky block">
          <tr className="grid border-line-2 border-b bg-sunken" style={{ ...style, height: headPx }}>
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
        <tbody className="relative block" style={{ height: window.getTotalSize() }}>
          {window.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            return (
              row && (
                <TableRow
                  key={row.id}
                  row={row}
                  index={index}
                  topPx={start - headPx}
                  heightPx={rowPx}
                  selected={Boolean(selection[row.id])}
                  active={row.id === activeId}
                  columnsKey={columnsKey}
                  onActive={setActiveId}
                  takesFocus={takesFocus}
                />
              )
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
