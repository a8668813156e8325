import { FlexRender, type Header } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { cellClasses, cellStyle } from './column-style.ts'
import type { Features } from './table-features.ts'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** A column's head; a click sorts by it, once more turns the order round. */
export function ColumnHead({ header }: { header: Header<Features, OperationListRow, unknown> }) {
  const { column } = header
  const look = column.columnDef.meta ?? { widthPx: 0 }
  const sorted = column.getIsSorted()
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  const words = <FlexRender header={header} />
  return (
    <th
      scope="col"
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      className={`${cellClasses(look)} font-normal text-ink-3 text-label`}
      style={cellStyle(look)}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          className={`flex h-6 items-center gap-1 whitespace-nowrap rounded-part hover:text-ink ${sorted ? 'font-semibold text-ink' : ''}`}
          onClick={() => column.toggleSorting()}
        >
          {words}
          {sorted && <Arrow aria-hidden="true" className="size-3" />}
        </button>
      ) : (
        <span className={look.hiddenHead ? 'sr-only' : 'flex items-center'}>{words}</span>
      )}
    </th>
  )
}
