import { type FocusEvent, memo, type ReactNode, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { RowCheckbox } from '#web/ui/checkbox.tsx'
import { cellClasses, selectLook } from './column-style.ts'
import { type LineFocus, ring, useLineFocus } from './use-line-focus.ts'

export type LineProps = LineFocus & { topPx: number; heightPx: number }

type RowCellsProps = {
  /** The data of the cells; the same objects until the cells change. */
  record: object
  columns: object
  scene: unknown
  withOnDemand: boolean
  /** Renders the cells, with or without the controls that appear on demand. */
  cells: (withOnDemand: boolean) => ReactNode
}

type DataRowProps = LineProps &
  Omit<RowCellsProps, 'withOnDemand'> & {
    id: string
    offset: number
    selected: boolean
    /** Accessible name of its checkbox; without one, it cannot be selected. */
    label: string | undefined
    /** True if a click opens the row instead of selecting it. */
    opens: boolean
    onSelect: (extend: boolean) => void
    /** Content over the right end of the row while it is hovered or active. */
    actions?: (() => ReactNode) | undefined
  }

/** Functions are new on every render but do the same for the same record, so they are not compared. */
const showsTheSame = (before: object, now: object): boolean =>
  Object.entries(now).every(
    ([name, value]) => typeof value === 'function' || Object.is(value, Reflect.get(before, name)),
  )

/**
 * Renders again when the record or the columns change, but not when the row is selected, because all rows can be
 * selected at once. Controls appear on demand, because hundreds of rows scroll by while the reader works on one.
 */
const RowCells = memo(({ cells, withOnDemand }: RowCellsProps) => cells(withOnDemand), showsTheSame)

/** One record in one line, with its checkbox. Its link and the Enter key open it. */
export const DataRow = memo(function DataRow(props: DataRowProps) {
  const { record, columns, scene, cells, id, index, offset, topPx, heightPx, selected, active } = props
  const { label, opens, onSelect, actions } = props
  const [hovered, setHovered] = useState(false)
  // Text in a field of the row is saved on blur, so the field must stay mounted until then.
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
      aria-selected={label === undefined ? undefined : selected}
      data-row={id}
      data-offset={offset}
      className={classNames(
        'group/row absolute left-0 grid w-full grid-cols-[inherit] border-line border-b contain-strict',
        opens ? 'cursor-pointer' : 'cursor-default',
        // Has no visible effect, but makes the browser recompute the background of the sticky cells.
        'group-data-scrolled/list:isolate',
        selected ? 'bg-primary-tint hover:bg-primary-tint-2' : 'bg-surface hover:bg-hover',
        ring,
      )}
      style={{ height: heightPx, top: topPx }}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {label !== undefined && (
        <td className={cellClasses(selectLook)}>
          <RowCheckbox
            aria-label={label}
            checked={selected}
            onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      <RowCells record={record} columns={columns} scene={scene} cells={cells} withOnDemand={withOnDemand} />
      {actions && withOnDemand && (
        <td className="absolute inset-y-0 right-0 z-links flex items-center bg-inherit pr-5 pl-2">{actions()}</td>
      )}
    </tr>
  )
}, showsTheSame)
