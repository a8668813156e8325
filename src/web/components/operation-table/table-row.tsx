import { FlexRender } from '@tanstack/react-table'
import { type FocusEvent, memo, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { RowCheckbox } from '#web/ui/checkbox.tsx'
import { cellClasses } from '#web/components/data-list/column-style.ts'
import { RowActions } from './row-actions.tsx'
import { selectLook } from './select-look.ts'
import type { OperationColumnLook, ShownColumn, TableRowModel } from './table-features.ts'
import { useTableScene } from './table-scene.ts'
import { type LineFocus, useLineFocus } from '#web/components/data-list/use-line-focus.ts'

export type LineProps = LineFocus & { topPx: number; heightPx: number }

type TableRowProps = LineProps & {
  row: TableRowModel
  offset: number
  selected: boolean
  /** The columns shown; the same list until others are. */
  columns: readonly ShownColumn[]
  /** The dialogs of the row over its right end while it is hovered or active. */
  withActions: boolean
  onSelect: (row: TableRowModel['original'], offset: number, extend: boolean) => void
}

/** The ring of the line whose link has the keyboard. An attribute, not :has(): thousands of rows pass by while scrolling. */
export const ring =
  'data-ring:after:pointer-events-none data-ring:after:absolute data-ring:after:inset-0 data-ring:after:z-links data-ring:after:border-2 data-ring:after:border-focus'

type RowCellsProps = Pick<TableRowProps, 'row' | 'columns'> & { withOnDemand: boolean }

/** Equal when they show the same: the table makes its rows anew with every page that comes, of the same operations. */
const showsTheSame = <Props extends { row: TableRowModel }>({ row: before, ...was }: Props, { row, ...is }: Props) =>
  before.original === row.original &&
  Object.entries(is).every(([name, value]) => Object.is(value, was[name as keyof typeof was]))

/**
 * Drawn again when the operation or the columns change, not when the row is selected: all of them are at once. Controls
 * come on demand: hundreds of rows pass by while scrolling, and nobody works on more than one.
 */
const RowCells = memo(function RowCells({ row, columns, withOnDemand }: RowCellsProps) {
  const scene = useTableScene()
  const { original } = row
  return columns.map(({ id, columnDef }) => {
    const look: OperationColumnLook = columnDef.meta ?? { widthPx: 0 }
    const { plain, onDemand } = look
    if (onDemand ? !withOnDemand : plain) {
      const { children, className } = plain?.(original, scene) ?? { children: null }
      return (
        <td key={id} className={cellClasses(look, className)}>
          {children}
        </td>
      )
    }
    const cell = row.getAllCellsByColumnId()[id]
    return (
      <td key={id} className={cellClasses(look)}>
        {/* What is typed into a cell belongs to its operation, whichever comes to stand on this line. */}
        {cell && <FlexRender key={onDemand ? original.operationId : ''} cell={cell} />}
      </td>
    )
  })
}, showsTheSame)

/** One operation in one line. A click selects it, with Shift up to it; its link and Enter open it. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, offset, topPx, heightPx, selected, active, onSelect } = props
  const { columns, withActions } = props
  const { original } = row
  const [hovered, setHovered] = useState(false)
  // What is typed into a field of the row is saved when the field is left: the field must be there till then.
  const [holdsFocus, setHoldsFocus] = useState(false)
  const focus = useLineFocus<HTMLTableRowElement>(props)
  const withOnDemand = hovered || active || holdsFocus
  return (
    <tr
      {...focus}
      onFocus={(event: FocusEvent<HTMLTableRowElement>) => {
        focus.onFocus(event)
        setHoldsFocus(true)
      }}
      onBlur={(event) => {
        focus.onBlur(event)
        setHoldsFocus(event.currentTarget.contains(event.relatedTarget))
      }}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={original.operationId}
      data-offset={offset}
      className={classNames(
        'group/row absolute left-0 grid w-full grid-cols-[inherit] cursor-default border-line border-b contain-strict',
        // Changes nothing to see: cells that stay take the row's ground, and only a row styled anew forgets that they did.
        'group-data-scrolled/list:isolate',
        selected ? 'bg-primary-tint hover:bg-primary-tint-2' : 'bg-surface hover:bg-hover',
        ring,
      )}
      style={{ height: heightPx, top: topPx }}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <td className={cellClasses(selectLook)}>
        <RowCheckbox
          aria-label={`Select ${original.name} of #${original.projectNumber}`}
          checked={selected}
          onChange={({ nativeEvent }) =>
            onSelect(original, offset, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      <RowCells {...{ row, columns, withOnDemand }} />
      {withActions && withOnDemand && (
        <td className="absolute inset-y-0 right-0 z-links flex items-center bg-inherit pr-5 pl-2">
          <RowActions row={original} />
        </td>
      )}
    </tr>
  )
}, showsTheSame)
