import { mostFirstRows, type ReadingChoice } from '#contract/import-sources.ts'
import type { ColumnField, ImportKind } from '#contract/imports.ts'
import { headerKey } from './guess-columns.ts'
import { fieldOfHeader } from './header-fields.ts'
import { isUnit } from './header-words.ts'

/** Where a table begins. */
export interface FoundHeader {
  /** Index of its row in the source, from 0; null if no row is a header. */
  readonly row: number | null
  /** Number of header rows; groups above names and names above units take two. */
  readonly rows: 1 | 2
  readonly titles: readonly string[]
}

type Rows = readonly (readonly string[])[]

const filled = (cells: readonly string[]): readonly string[] => cells.filter((cell) => cell.trim() !== '')

/** Whether a cell cannot be a column title because it is a number or a date. */
const isValue = (cell: string): boolean => /^[\d.,:/\-\s%]+h?$/i.test(cell.trim())

export interface HeaderScope {
  readonly kind: ImportKind
  readonly remembered: Readonly<Record<string, ColumnField | null>>
}

const isKnown = (title: string, { kind, remembered }: HeaderScope): boolean =>
  title.trim() !== '' && (fieldOfHeader(title, kind) !== null || Object.hasOwn(remembered, headerKey(title, kind)))

/** How many cells of a row name a column. */
export const countNames = (cells: readonly string[], scope: HeaderScope): number =>
  cells.filter((cell) => isKnown(cell, scope)).length

/** Combines the titles of two rows. A group applies to the columns to its right, up to the next group. */
const joined = (upper: readonly string[], lower: readonly string[], scope: HeaderScope): string[] => {
  let group = ''
  return lower.map((below, column) => {
    const own = (upper[column] ?? '').trim()
    group = own === '' ? group : own
    const name = below.trim()
    if (name === '') return own
    if (isUnit(name)) return own === '' ? name : `${own} (${name})`
    const both = `${group} ${name}`.trim()
    return [both, name, own].find((title) => isKnown(title, scope)) ?? both
  })
}

/** Whether the row below a header belongs to it, as units or as names under groups. */
const continues = (upper: readonly string[], lower: readonly string[], scope: HeaderScope): boolean => {
  const below = filled(lower)
  if (below.length === 0 || below.some((cell) => isValue(cell))) return false
  if (below.every(isUnit)) return true
  const both = countNames(joined(upper, lower, scope), scope)
  // Together they match more columns than either row alone; a title matches none.
  return countNames(lower, scope) >= 2 && both > Math.max(countNames(upper, scope), countNames(lower, scope))
}

/** The first row that can be the header of a table of this width: at least half of its columns have text, and none of them is a value. */
const plainHeader = (rows: Rows, width: number): number | null => {
  const row = rows.findIndex((cells) => filled(cells).length * 2 >= width)
  const titles = filled(rows[row] ?? [])
  return titles.length > 0 && !titles.some(isValue) ? row : null
}

/**
 * Finds the header: the row with the most known names, otherwise the first possible one. Rows above it are titles. A
 * row chosen by the reader is used without checks. All `rows` have the same length.
 */
export const findHeader = (
  rows: Rows,
  scope: HeaderScope,
  { headerRow: chosen, headerRows }: Pick<ReadingChoice, 'headerRow' | 'headerRows'> = {},
): FoundHeader => {
  const first = rows.slice(0, mostFirstRows)
  const width = first[0]?.length ?? 0
  const numbered = Array.from({ length: width }, (_, column) => `Column ${column + 1}`)
  const known = first.map((cells) => countNames(cells, scope))
  const most = Math.max(0, ...known)
  // One known name among few cells suffices, for example in a list of names.
  const wanted = Math.min(2, Math.max(1, filled(first[known.indexOf(most)] ?? []).length))
  const found = most >= wanted ? known.indexOf(most) : plainHeader(first, width)
  const lowest = chosen === undefined ? found : chosen
  if (lowest === null || lowest >= first.length) return { row: null, rows: 1, titles: numbered }
  const [above = [], cells = [], below = []] = [first[lowest - 1], first[lowest], first[lowest + 1]]
  const titled = (upper: readonly string[]) => upper.map((title) => title.trim())
  if (chosen !== undefined) {
    const isTwo = headerRows === undefined ? continues(cells, below, scope) : headerRows === 2
    return { row: lowest, rows: isTwo ? 2 : 1, titles: isTwo ? joined(cells, below, scope) : titled(cells) }
  }
  // The best row may be the second of two, with groups above it.
  if (lowest > 0 && filled(above).length > 1 && continues(above, cells, scope)) {
    return { row: lowest - 1, rows: 2, titles: joined(above, cells, scope) }
  }
  if (continues(cells, below, scope)) return { row: lowest, rows: 2, titles: joined(cells, below, scope) }
  return { row: lowest, rows: 1, titles: titled(cells) }
}
