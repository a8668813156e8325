import type { Category } from '#contract/categories.ts'
import { isRoutingHeading, readRouting, routingCells, routingLine } from '#domain/promise-date/read-routing.ts'
import { valueAt } from '#domain/value-at.ts'

/** One typed row of the grid. `id` is the id of the resulting operation. */
export interface RoutingRow {
  readonly id: string
  readonly name: string
  /** The name of a work center; empty for none. */
  readonly center: string
  readonly hours: string
  /** Numbers of its predecessor rows; empty for the previous row, '-' for none. */
  readonly after: string
}

export const routingColumns = ['name', 'center', 'hours', 'after'] as const
export type RoutingColumn = (typeof routingColumns)[number]

export const blankRow = (): RoutingRow => ({ id: crypto.randomUUID(), name: '', center: '', hours: '', after: '' })

export const isBlank = (row: RoutingRow): boolean => routingColumns.every((column) => row[column].trim() === '')

export interface RoutedOperation {
  readonly operationId: string
  readonly name: string
  readonly categoryId: string | null
  readonly durationHours: number
  readonly dependencies: string[]
}

const heading = routingLine(['name', 'work center', 'hours'])

/** The rows as operations, and the reasons for invalid rows by id. Blank rows are left out. */
export const readRows = (
  rows: readonly RoutingRow[],
  centers: readonly Pick<Category, 'categoryId' | 'name'>[],
): { readonly operations: RoutedOperation[]; readonly problems: ReadonlyMap<string, string> } => {
  const typed = rows.filter((row) => !isBlank(row))
  const lines = typed.map((row) => routingLine(routingColumns.map((column) => row[column])))
  // With our own heading, no row is mistaken for one.
  const { steps, problems } = readRouting([heading, ...lines].join('\n'), centers)
  const idOf = (index: number): string => valueAt(typed, index).id
  if (problems.length > 0) {
    return { operations: [], problems: new Map(problems.map(({ line, message }) => [idOf(line - 2), message])) }
  }
  const operations = steps.map(({ name, categoryId, durationHours, after }, index) => ({
    operationId: idOf(index),
    name,
    categoryId,
    durationHours,
    dependencies: (after ?? (index > 0 ? [index - 1] : [])).map(idOf),
  }))
  return { operations, problems: new Map() }
}

const isNumber = (cell = ''): boolean => /^[\d.,]+\s*h?$/i.test(cell)

/** Whether the hours precede the work center in pasted lines. */
const hoursFirst = (lines: readonly (readonly string[])[]): boolean =>
  lines.some((cells) => isNumber(cells[1])) && !lines.some((cells) => isNumber(cells[2]))

/**
 * The rows after lines from a spreadsheet were pasted into a cell: each line fills one row from that column on, and
 * rows are added as needed. Null if the text is a single cell, which the browser pastes.
 */
export const pasteRows = (
  rows: readonly RoutingRow[],
  at: { readonly row: number; readonly column: number },
  text: string,
): RoutingRow[] | null => {
  const read = routingCells(text)
  if (read.length <= 1 && (read[0]?.length ?? 0) <= 1) return null
  const lines = read[0] && isRoutingHeading(read[0]) ? read.slice(1) : read
  const isSwapped = at.column === 0 && hoursFirst(lines)
  const pasted = [...rows]
  for (const [index, cells] of lines.entries()) {
    const [name = '', second = '', third = '', ...more] = cells
    const ordered = isSwapped ? [name, third, second, ...more] : cells
    const present = pasted[at.row + index] ?? blankRow()
    const entries = ordered.flatMap((cell, k) => {
      const column = routingColumns[at.column + k]
      return column === undefined ? [] : [[column, cell] as const]
    })
    pasted[at.row + index] = { ...present, ...Object.fromEntries(entries) }
  }
  return pasted
}

/** The name of the only work center that begins with the typed text, otherwise the typed text. */
export const completeCenter = (typed: string, centers: readonly Pick<Category, 'name'>[]): string => {
  const start = typed.trim().toLowerCase()
  if (start === '') return ''
  const found = centers.filter(({ name }) => name.toLowerCase().startsWith(start))
  const exact = found.find(({ name }) => name.toLowerCase() === start)
  return (exact ?? (found.length === 1 ? found[0] : undefined))?.name ?? typed
}
