import type { ColumnField, ImportField, ImportKind, SettingsField } from '#contract/imports.ts'
import { fieldsByName, fieldTitles, plainName } from './column-names.ts'
import { readDate } from './date-habit.ts'
import { readHours } from './number-habit.ts'

/** How a header is remembered: apart for each kind of table, because the same word means other things there. */
export const headerKey = (header: string, kind: ImportKind = 'projects'): string => {
  const name = plainName(header).slice(0, 120)
  return kind === 'projects' || name === '' ? name : `${kind}: ${name}`
}

const share = (cells: readonly string[], fits: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(fits).length / cells.length

/** What the content of a nameless column can only be, given what is taken already. */
const byContent = (cells: readonly string[], isFree: (field: ImportField) => boolean): ImportField | null => {
  const filled = cells.filter((cell) => cell.trim() !== '').slice(0, 200)
  if (filled.length === 0) return null
  const candidates: readonly (readonly [ImportField, (cell: string) => boolean])[] = [
    ['predecessors', (cell) => /^\d+\s*(?:FS|SS|FF|SF)/i.test(cell) || /^\d+(?:\s*;\s*\d+)+$/.test(cell)],
    ['progress', (cell) => /^\d{1,3}\s*%$/.test(cell)],
    ['durationHours', (cell) => /h(?:rs?|ours?)?$/i.test(cell) && !Number.isNaN(readHours(cell, 'point'))],
    ['shipDate', (cell) => readDate(cell, 'mdy') !== null || readDate(cell, 'dmy') !== null],
    ['sequence', (cell) => /^\d+0$/.test(cell)],
  ]
  return candidates.find(([field, fits]) => isFree(field) && share(filled, fits) > 0.8)?.[0] ?? null
}

/** What a column can hold in a table of a kind. */
export type FieldOf<K extends ImportKind> = K extends 'projects' ? ImportField : SettingsField

interface GuessInput<K extends ImportKind> {
  /** What the table holds; absent = projects. */
  readonly kind?: K
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What the organization chose for a header before, by `headerKey`. */
  readonly remembered: Readonly<Record<string, ColumnField | null>>
  /** Ids of projects are those of another system, which nobody reads. */
  readonly idsAreForeign?: boolean
}

/** Without a project number, a column 'Name' or 'Task' beside one for the project is the operation. */
const nameFields: ReadonlySet<string> = new Set(['name'])

/** What each column holds: as the organization chose before, else by its name, else by its content. Each field at most once. */
export const guessColumns = <K extends ImportKind = 'projects'>({
  header,
  rows,
  remembered,
  idsAreForeign = false,
  kind: of,
}: GuessInput<K>): (FieldOf<K> | null)[] => {
  const kind = of ?? 'projects'
  const byName = fieldsByName[kind]
  const taken = new Set<ColumnField>()
  const take = (field: ColumnField | null | undefined): ColumnField | null => {
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const keys = header.map((title) => plainName(title))
  const found: (ColumnField | null | undefined)[] = header.map((title) => {
    const key = headerKey(title, kind)
    if (!Object.hasOwn(remembered, key)) return undefined
    return take(remembered[key])
  })
  // Exact titles come first, so that 'Description' does not take the place of 'Project description'.
  for (const isExact of [true, false]) {
    for (const [index, key] of keys.entries()) {
      if (found[index] !== undefined) continue
      const field = byName.get(key)
      if (!field || (isExact && plainName(fieldTitles[field]) !== key)) continue
      found[index] = take(field) ?? undefined
    }
  }
  // The names of settings say it all.
  if (kind !== 'projects') return found.map((field) => field ?? null) as (FieldOf<K> | null)[]
  for (const [index, key] of keys.entries()) {
    if (found[index] !== undefined || !nameFields.has(key)) continue
    found[index] = take(taken.has('projectName') || taken.has('projectNumber') ? 'operationName' : 'projectName')
  }
  const guessed = header.map((_, index) => {
    const known = found[index]
    if (known !== undefined) return known
    return take(
      byContent(
        rows.map((row) => row[index] ?? ''),
        (field) => !taken.has(field),
      ),
    )
  })
  // Where a table has no other number of its projects, their id is the number that people know.
  const isNumber = !guessed.includes('projectNumber') && !idsAreForeign
  return guessed.map((field) =>
    field === 'projectExternalId' && isNumber ? 'projectNumber' : field,
  ) as (FieldOf<K> | null)[]
}

/** Whether a first line heads the columns: at least two of its cells are names of fields, or none is a number or a date. */
export const isHeader = (cells: readonly string[], kind: ImportKind = 'projects'): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.filter((cell) => fieldsByName[kind].has(plainName(cell))).length >= Math.min(2, filled.length))
    return filled.length > 0
  return filled.length > 0 && filled.every((cell) => !/^[\d.,:/\-\s%]+h?$/i.test(cell))
}
