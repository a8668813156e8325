import { FlexRender } from '@tanstack/react-table'
import { memo, useEffect, useRef, useState } from 'react'
import { cellClasses, tableStyle } from '#web/components/data-list/column-style.ts'
import { classNames } from '#web/lib/class-names.ts'
import type { ProjectRow } from './columns.tsx'

type TableRowProps = {
  row: ProjectRow
  index: number
  topPx: number
  heightPx: number
  selected: boolean
  /** The row that the keys act on, and the last one that was touched. */
  active: boolean
  /** Changes with the columns shown: a row is only drawn again when something of it changed. */
  columnsKey: string
  onActive: (projectId: string) => void
  /** True once after a key made this row the active one: then its link takes the focus. */
  takesFocus: (projectId: string) => boolean
}

/** The ring of the row whose link has the keyboard. An attribute, not :has(): thousands of rows pass by while scrolling. */
const ring =
  'data-ring:after:pointer-events-none data-ring:after:absolute data-ring:after:inset-0 data-ring:after:z-links data-ring:after:border-2 data-ring:after:border-focus'

/** One project in one line. The menu is drawn for the row under the pointer and for the active one. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, topPx, heightPx, selected, active, onActive, takesFocus } = props
  const [hovered, setHovered] = useState(false)
  const line = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (!active || !takesFocus(row.id)) return
    line.current?.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
  }, [active, row.id, takesFocus])
  const cells = row.getVisibleCells()
  const looks = cells.map(({ column }) => column.columnDef.meta ?? { widthPx: 0 })
  return (
    <tr
      ref={line}
      aria-rowindex={index + 2}
      data-row=""
      className={classNames(
        'group/row absolute top-0 left-0 grid w-full cursor-pointer border-line border-b contain-strict',
        selected ? 'bg-primary-tint hover:bg-primary-tint-2' : 'bg-surface hover:bg-hover',
        ring,
      )}
      style={{ ...tableStyle(looks), height: heightPx, transform: `translateY(${topPx}px)` }}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      // Its menu stands elsewhere on the page, and would go with the pointer if the row were not active.
      onPointerDown={() => onActive(row.id)}
      onFocus={({ currentTarget, target }) => {
        currentTarget.toggleAttribute('data-ring', target.matches('[data-row-link]:focus-visible'))
        onActive(row.id)
      }}
      onBlur={({ currentTarget }) => currentTarget.removeAttribute('data-ring')}
    >
      {cells.map((cell, place) => {
        const look = looks[place] ?? { widthPx: 0 }
        const empty = cell.column.id === 'menu' && !hovered && !active
        return (
          <td key={cell.id} className={cellClasses(look)}>
            {!empty && <FlexRender cell={cell} />}
          </td>
        )
      })}
    </tr>
  )
})
