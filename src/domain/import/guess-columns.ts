import type { ColumnField, ImportField, ImportKind, SettingsField } from '#contract/imports.ts'
import { fieldTitles } from './column-names.ts'
import { secondMeanings } from './column-synonyms.ts'
import { readDate } from './date-text.ts'
import { readHours } from './duration-text.ts'
import { fieldOfHeader } from './header-fields.ts'
import { headerWords } from './header-words.ts'

/** Normalizes a header for storage with the organization's choices: lower case, without some punctuation. */
const rememberedName = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[_./():]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The key under which a choice is stored, separate for each kind of table because the same word may mean different things. */
export const headerKey = (header: string, kind: ImportKind = 'projects'): string => {
  const name = rememberedName(header).slice(0, 120)
  return kind === 'projects' || name === '' ? name : `${kind}: ${name}`
}

const filledCells = (rows: readonly (readonly string[])[], column: number): string[] => {
  const filled: string[] = []
  if (column < 0) return filled
  for (const row of rows) {
    const cell = row[column] ?? ''
    if (cell.trim() !== '') filled.push(cell)
    if (filled.length === 200) break
  }
  return filled
}
const share = (cells: readonly string[], fits: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(fits).length / cells.length
const isWhole = (cell: string): boolean => /^\d{1,6}(?:\.0)?$/.test(cell.trim())

/** Text that may be a date, with a numeric month or a single word. Month names are looked up only for such text. */
const dateLike =
  /^\s*(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[ .-]{0,2}\p{L}{3,12}[ .,-]{0,2}\d{2,4}|\p{L}{3,12} \d{1,2},? \d{4})/u

/** The field that the contents of an unnamed column must be, given the fields already assigned. */
const byContent = (filled: readonly string[], isFree: (field: ImportField) => boolean): ImportField | null => {
  if (filled.length === 0) return null
  const candidates: readonly (readonly [ImportField, (cell: string) => boolean])[] = [
    ['predecessors', (cell) => /^\d+\s*(?:FS|SS|FF|SF)/i.test(cell) || /^\d+(?:\s*;\s*\d+)+$/.test(cell)],
    ['progress', (cell) => /^\d{1,3}\s*%$/.test(cell)],
    ['durationHours', (cell) => /\d\s*h(?:rs?|ours?)?$/i.test(cell) && !Number.isNaN(readHours(cell, 'point'))],
    ['shipDate', (cell) => dateLike.test(cell) && (readDate(cell, 'mdy') ?? readDate(cell, 'dmy')) !== null],
    ['sequence', (cell) => /^\d+0$/.test(cell)],
  ]
  return candidates.find(([field, fits]) => isFree(field) && share(filled, fits) > 0.8)?.[0] ?? null
}

/** Fields that a column may have in a table of a kind. */
export type FieldOf<K extends ImportKind> = K extends 'projects' ? ImportField : SettingsField

interface GuessInput<K extends ImportKind> {
  /** Kind of the table; defaults to projects. */
  readonly kind?: K
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Previous choices of the organization, by `headerKey`. */
  readonly remembered: Readonly<Record<string, ColumnField | null>>
  /** Whether project ids come from another system and mean nothing to readers. */
  readonly idsAreForeign?: boolean
}

/** The fields assigned to columns so far. Each field goes to at most one column. */
class Columns {
  readonly found: (ColumnField | null | undefined)[]
  /** Columns assigned by the organization, which are never reassigned. */
  readonly chosen = new Set<number>()

  constructor(width: number) {
    this.found = Array.from({ length: width })
  }

  readonly isFree = (field: ColumnField): boolean => !this.found.includes(field)
  isOpen(column: number): boolean {
    return this.found[column] === undefined
  }
  take(column: number, field: ColumnField | null): void {
    if (field === null || this.isFree(field)) this.found[column] = field
  }
  choose(column: number, field: ColumnField | null): void {
    this.take(column, field)
    this.chosen.add(column)
  }
  move(from: ColumnField, to: ColumnField): void {
    const column = this.found.indexOf(from)
    if (column >= 0 && !this.chosen.has(column) && this.isFree(to)) this.found[column] = to
  }
}

/** Assigns each open column whose header names a field. If several match the same field, the best name wins. */
const takeNamed = (columns: Columns, header: readonly string[], kind: ImportKind): void => {
  const named = header.flatMap((title, column) => {
    const known = columns.isOpen(column) ? fieldOfHeader(title, kind) : null
    return known ? [{ ...known, column }] : []
  })
  for (const { field, column } of named.sort((a, b) => a.rank - b.rank || a.column - b.column))
    columns.take(column, field)
}

/** Whether the values of a column differ between rows of the same project, which makes it a column about operations. */
const differsWithin = (rows: GuessInput<'projects'>['rows'], project: number, column: number): boolean => {
  const first = new Map<string, string>()
  return rows.slice(0, 500).some((row) => {
    const [key = '', text = ''] = [row[project], row[column]]
    const known = first.get(key)
    if (text !== '' && known === undefined) first.set(key, text)
    return text !== '' && known !== undefined && known !== text
  })
}

/** Reassigns columns whose name means another field, judging by their contents or by the other columns. */
const adjust = (columns: Columns, { header, rows }: Pick<GuessInput<'projects'>, 'header' | 'rows'>): void => {
  const words = header.map(headerWords)
  const at = (field: ImportField) => columns.found.indexOf(field)
  const has = (...fields: readonly ImportField[]) => fields.some((field) => !columns.isFree(field))
  // 'Operation' and 'Op' are a number in some shops and a name in others.
  if (!has('sequence') && share(filledCells(rows, at('operationName')), isWhole) > 0.8)
    columns.move('operationName', 'sequence')
  else if (share(filledCells(rows, at('sequence')), (cell) => !/\d/.test(cell)) > 0.8)
    columns.move('sequence', 'operationName')
  // In a table that also has a quantity and a setup time, the run time is for each piece.
  if (/^run(?: time)?\b/.test(words[at('durationHours')] ?? '') && has('quantity') && has('setupHours')) {
    columns.move('durationHours', 'hoursPerPiece')
  }
  columns.move('operationDescription', 'operationName')
  // The only text column of a table names what its rows are about.
  const isOwnTitle = words[at('projectDescription')] === headerWords(fieldTitles.projectDescription)
  if (isOwnTitle || !has('projectDescription')) return
  const isOfOperations = has('sequence', 'workCenter', 'durationHours') && !has('operationName')
  if (isOfOperations && (rows.length === 0 || differsWithin(rows, at('projectNumber'), at('projectDescription')))) {
    columns.move('projectDescription', 'operationName')
  } else columns.move('projectDescription', 'projectName')
}

/** Assigns columns whose names mean a field only in combination with others. */
const takeBeside = (columns: Columns, header: readonly string[]): void => {
  for (const [column, title] of header.entries()) {
    if (!columns.isOpen(column)) continue
    const words = headerWords(title)
    const hasProject = !columns.isFree('projectName') || !columns.isFree('projectNumber')
    if (words === 'name') columns.take(column, hasProject ? 'operationName' : 'projectName')
    // In a task list, the id is the number that predecessors refer to.
    else if (words === 'id')
      columns.take(column, columns.isFree('operationName') ? 'projectExternalId' : 'operationExternalId')
    else {
      const second = secondMeanings.get(words)
      if (second) columns.take(column, second)
    }
  }
}

/**
 * Guesses the field of each column: from previous choices of the organization, then from its name, then from its
 * contents. Each field is used at most once.
 */
export const guessColumns = <K extends ImportKind = 'projects'>({
  header,
  rows,
  remembered,
  idsAreForeign = false,
  kind: of,
}: GuessInput<K>): (FieldOf<K> | null)[] => {
  const kind = of ?? 'projects'
  const columns = new Columns(header.length)
  for (const [column, title] of header.entries()) {
    const key = headerKey(title, kind)
    if (Object.hasOwn(remembered, key)) columns.choose(column, remembered[key] ?? null)
  }
  takeNamed(columns, header, kind)
  if (kind === 'projects') {
    takeBeside(columns, header)
    adjust(columns, { header, rows })
    for (const column of header.keys()) {
      if (columns.isOpen(column)) columns.take(column, byContent(filledCells(rows, column), columns.isFree))
    }
    // If a table has no other project number, the id is the number that people know.
    const id = columns.found.indexOf('projectExternalId')
    if (id >= 0 && columns.isFree('projectNumber') && !idsAreForeign) columns.found[id] = 'projectNumber'
  }
  return columns.found.map((field) => field ?? null) as (FieldOf<K> | null)[]
}
