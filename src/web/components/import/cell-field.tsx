import { useState } from 'react'
import { inputClasses } from '#web/ui/input-classes.ts'
import { Select } from '#web/ui/select.tsx'
import type { ImportRow } from './import-rows.ts'

export interface CellFieldProps {
  row: ImportRow
  column: number
  /** The field of the column. */
  title: string
  /** Stores text typed into a cell. */
  onCell: (index: number, column: number, text: string) => void
  /** True if only values with choices can be changed, which changes what the value means. */
  isFixed?: boolean
}

/** Enter or blur stores the text; Escape restores it. */
function CellInput({ row, column, title, onCell }: CellFieldProps) {
  const text = row.cells[column] ?? ''
  const problem = row.problems.get(column)
  const [typed, setTyped] = useState(text)
  const [seen, setSeen] = useState(text)
  if (seen !== text) {
    setSeen(text)
    setTyped(text)
  }
  const store = () => typed !== text && onCell(row.index, column, typed)
  return (
    <input
      aria-label={`${title}, row ${row.number}`}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      value={typed}
      className={`${inputClasses('small')} max-md:h-8`}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') store()
        if (key === 'Escape') setTyped(text)
      }}
      onBlur={store}
    />
  )
}

/** A list of existing names, for a cell with a name that does not exist. */
function CellSelect({ row, column, title, onCell, isFixed, names }: CellFieldProps & { names: readonly string[] }) {
  const text = row.cells[column] ?? ''
  const problem = row.problems.get(column)
  return (
    <Select
      size="small"
      aria-label={`${title}, row ${row.number}`}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      value={row.meant.get(column) ?? text}
      className="max-md:h-8"
      onChange={({ currentTarget }) => onCell(row.index, column, currentTarget.value)}
    >
      {!names.includes(text) && text !== '' && <option value={text}>{text}</option>}
      {!isFixed && <option value="">(empty)</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** A cell that cannot be changed here. */
const CellText = ({ row, column }: CellFieldProps) => {
  const problem = row.problems.get(column)
  const text = row.cells[column] || (problem ? '(empty)' : '')
  const meant = row.meant.get(column)
  return (
    <span className={`truncate ${problem ? 'text-crit-text underline decoration-dotted' : ''}`} title={problem}>
      {meant === undefined ? text : `${text} → ${meant}`}
    </span>
  )
}

/** A cell as a field: a list if its value must be an existing name but is not. */
export function CellField(props: CellFieldProps) {
  const names = props.row.choices.get(props.column)
  // The list stays after the choice has fixed the cell, because it has the focus.
  const [lastNames, setLastNames] = useState(names)
  if (names && names !== lastNames) setLastNames(names)
  const shown = names ?? lastNames
  if (shown) return <CellSelect {...props} names={shown} />
  return props.isFixed ? <CellText {...props} /> : <CellInput {...props} />
}
