import { Trash2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { inputClasses } from '#web/ui/input-classes.ts'
import {
  blankRow,
  completeCenter,
  isBlank,
  pasteRows,
  type RoutingColumn,
  type RoutingRow,
  routingColumns,
} from './routing-rows.ts'

const titles: Record<RoutingColumn, string> = { name: 'Name', center: 'Work center', hours: 'Hours', after: 'After' }
const widths: Partial<Record<RoutingColumn, string>> = { name: '36%', center: '28%', hours: '5rem', after: '5rem' }

/** The row and column of a cell's control; null for another element. */
const placeOf = (target: EventTarget): { row: number; column: number } | null => {
  const { row, column } = (target as HTMLElement).dataset
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) }
}

interface RoutingGridProps {
  /** The typed rows. The grid shows a blank one after them. */
  readonly rows: readonly RoutingRow[]
  /** Why a row is not a valid operation, by its id. The row that is being typed shows no reason. */
  readonly problems: ReadonlyMap<string, string>
  readonly centers: readonly Category[]
  readonly onChange: (rows: RoutingRow[]) => void
}

/** The rows followed by a blank one, and the handling of keys and pasted text in their cells. */
const useGridRows = (typed: readonly RoutingRow[], onChange: (rows: RoutingRow[]) => void) => {
  const table = useRef<HTMLTableElement>(null)
  // The blank row keeps its id until something is typed, so that its cells stay mounted.
  const [blank, setBlank] = useState(blankRow)
  const rows = [...typed, blank]
  const change = (next: RoutingRow[]) => {
    if (next.some(({ id }) => id === blank.id)) setBlank(blankRow())
    onChange(next)
  }
  const focus = (row: number, column: number) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus()
  const onKeyDown = (event: KeyboardEvent) => {
    const at = placeOf(event.target)
    if (!at || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const row = rows[at.row]
    // Enter in the blank row submits the form.
    if (event.key === 'Enter' && row && !isBlank(row)) {
      event.preventDefault()
      focus(at.row + 1, 0)
    }
    // In a work-center cell these keys navigate the list.
    const steps = routingColumns[at.column] === 'center' ? undefined : { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (steps === undefined) return
    event.preventDefault()
    focus(at.row + steps, at.column)
  }
  const onPaste = (event: ClipboardEvent) => {
    const at = placeOf(event.target)
    const pasted = at && pasteRows(rows, at, event.clipboardData.getData('text'))
    if (!pasted) return
    event.preventDefault()
    change(pasted.filter((row) => row !== blank))
  }
  return {
    rows,
    inTable: { ref: table, onKeyDown, onPaste },
    set: (index: number, column: RoutingColumn, value: string) =>
      change(rows.flatMap((row, i) => (i === index ? { ...row, [column]: value } : row === blank ? [] : row))),
    remove: (index: number) => {
      change(typed.filter((_, i) => i !== index))
      focus(index, 0)
    },
  }
}

const Heads = () => (
  <thead>
    <tr className="text-left text-ink-2 text-label">
      <th className="w-6 font-normal">
        <span className="sr-only">Number</span>
      </th>
      {routingColumns.map((column) => (
        <th key={column} className="font-normal" style={{ width: widths[column] }}>
          {titles[column]}
        </th>
      ))}
      <th className="w-8">
        <span className="sr-only">Remove</span>
      </th>
    </tr>
  </thead>
)

interface GridRowProps {
  readonly row: RoutingRow
  readonly index: number
  /** Its number among the rows that are not blank; null for a blank one. */
  readonly number: number | null
  readonly problem: string | undefined
  /** The id of the list of work centers. */
  readonly listId: string
  readonly onSet: (column: RoutingColumn, value: string) => void
  readonly onActive: (active: boolean) => void
  readonly onLeaveCenter: () => void
  /** Absent for the blank row at the end. */
  readonly onRemove: (() => void) | undefined
}

function GridRow({ row, index, number, problem, listId, onSet, onActive, onLeaveCenter, onRemove }: GridRowProps) {
  const problemId = `${listId}-${row.id}`
  return (
    <>
      <tr>
        <td className="text-right text-ink-3 text-label tabular-nums">{number}</td>
        {routingColumns.map((column, k) => (
          <td key={column}>
            <input
              type="text"
              className={inputClasses('small')}
              aria-label={`${titles[column]}, row ${index + 1}`}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={problem === undefined ? undefined : problemId}
              autoComplete="off"
              data-row={index}
              data-column={k}
              list={column === 'center' ? listId : undefined}
              inputMode={column === 'hours' ? 'decimal' : undefined}
              value={row[column]}
              onChange={(event) => onSet(column, event.currentTarget.value)}
              onFocus={() => onActive(true)}
              onBlur={() => {
                onActive(false)
                if (column === 'center') onLeaveCenter()
              }}
            />
          </td>
        ))}
        <td>
          {onRemove && (
            <IconButton size="small" label={`Remove row ${index + 1}`} icon={<Trash2 />} onClick={onRemove} />
          )}
        </td>
      </tr>
      {problem !== undefined && (
        <tr>
          <td />
          <td id={problemId} colSpan={routingColumns.length + 1} className="pb-1 text-crit-text text-label">
            {problem}
          </td>
        </tr>
      )}
    </>
  )
}

/**
 * Operations as rows of text cells: Tab moves on, Enter starts the next row, the arrow keys move up and down, and lines
 * from a spreadsheet can be pasted into any cell.
 */
export function RoutingGrid({ rows: typed, problems, centers, onChange }: RoutingGridProps) {
  const listId = useId()
  const [active, setActive] = useState<string | null>(null)
  const { rows, inTable, set, remove } = useGridRows(typed, onChange)
  let number = 0
  return (
    <div className="max-h-96 overflow-auto">
      <datalist id={listId}>
        {centers.map(({ categoryId, name }) => (
          <option key={categoryId} value={name} />
        ))}
      </datalist>
      <table
        className="w-full"
        style={{ minWidth: '30rem', borderCollapse: 'separate', borderSpacing: '0.25rem' }}
        {...inTable}
      >
        <caption className="sr-only">New operations</caption>
        <Heads />
        <tbody>
          {rows.map((row, index) => {
            if (!isBlank(row)) number++
            return (
              <GridRow
                key={row.id}
                row={row}
                index={index}
                listId={listId}
                number={isBlank(row) ? null : number}
                problem={row.id === active ? undefined : problems.get(row.id)}
                onSet={(column, value) => set(index, column, value)}
                onActive={(isActive) => setActive(isActive ? row.id : null)}
                onLeaveCenter={() => {
                  const name = completeCenter(row.center, centers)
                  if (name !== row.center) set(index, 'center', name)
                }}
                onRemove={index < typed.length ? () => remove(index) : undefined}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
