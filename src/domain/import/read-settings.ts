import { CategoryInput } from '#contract/categories.ts'
import type { CellProblem } from '#contract/import-previews.ts'
import { type SettingsField, type SettingsTable, settingsFields } from '#contract/imports.ts'
import { ShiftInput } from '#contract/shifts.ts'
import { type CategoryKind, earliestDate, latestDate } from '#contract/vocabulary.ts'
import { readClock, readClockSpans } from './clock-text.ts'
import { readDate, whyNoDate } from './date-text.ts'
import { numberHabitOf, readNumber } from './number-habit.ts'
import { bySchema, fine, isNone, numberReader, oneOf, type ReadCell, readCell, wrong } from './read-cells.ts'
import { decideDates } from './table-habits.ts'
import { readWeekdays } from './weekday-text.ts'

/** One row of a table about working time. Fields with empty or invalid cells are absent. */
export interface SettingsRow {
  readonly row: number
  readonly values: Readonly<Partial<Record<SettingsField, unknown>>>
  readonly isEmpty: boolean
  readonly problems: readonly CellProblem[]
}

export const kindTitles: Readonly<Record<CategoryKind, string>> = {
  inside: 'Work center',
  outside: 'Outside',
  pool: 'People or tools',
}

const kindWords: readonly (readonly [kind: CategoryKind, words: string])[] = [
  ['inside', 'inside|internal|in-house|in house|machine|no|n|false|0|intern|nein|interno|interne|non'],
  [
    'outside',
    'external|outside service|outside services|outside processing|subcontract|subcontracted|subcontractor|vendor|supplier|osp|yes|y|true|x|1|extern|fremd|fremdvergabe|auswärts|ja|externo|externe|sí|si|oui',
  ],
  ['pool', 'pool|people|tools|tool|person|persons|operator|operators|labor|fixture|personal|mitarbeiter'],
]
/** Synonyms of the kinds. A column 'Outside' contains yes or no. */
const otherKinds: ReadonlyMap<string, CategoryKind> = new Map(
  kindWords.flatMap(([kind, words]) => words.split('|').map((word): [string, CategoryKind] => [word, kind])),
)

/** A name, or null for an explicit "none". */
const readName: ReadCell = (text) => fine(isNone(text) ? null : text.trim())

const readMinute: ReadCell = (text) => {
  if (isNone(text)) return fine(null)
  const minute = readClock(text)
  return minute === null ? wrong('Enter a time, such as 07:30') : fine(minute)
}

const readBreaks: ReadCell = (text) => {
  const spans = isNone(text) ? [] : readClockSpans(text)
  return spans ? fine(spans) : wrong('Write breaks as 12:00-12:30; 18:00-18:15')
}

const readDays: ReadCell = (text) => {
  const days = readWeekdays(text)
  return days ? fine(days) : wrong('Name days, such as Mon-Fri or Sat')
}

const dayReader =
  (order: 'mdy' | 'dmy'): ReadCell =>
  (text) => {
    if (isNone(text)) return fine(null)
    const written = readDate(text, order)
    if (!written) return wrong(`"${text.trim().slice(0, 60)}" is not a date${whyNoDate(text, order)}`)
    const date = written.kind === 'wall' ? written.date : new Date(written.atMs).toISOString().slice(0, 10)
    return date >= earliestDate && date <= latestDate
      ? fine(date)
      : wrong(`Dates go from ${earliestDate} to ${latestDate}`)
  }

export interface SettingsReader {
  readonly columnOf: ReadonlyMap<SettingsField, number>
  readonly rows: readonly SettingsRow[]
  /** How ambiguous dates were read, as sentences for the reader. */
  readonly notes: readonly string[]
}

/** The reader for each field of one table. */
const cellReaders = (
  table: SettingsTable,
  orderOf: (field: SettingsField) => 'mdy' | 'dmy',
): Readonly<Record<SettingsField, ReadCell>> => {
  const numbers = numberHabitOf(table.rows.flat(), 'point')
  const center = CategoryInput.shape
  return {
    centerName: bySchema(center.name),
    centerKind: oneOf<CategoryKind>(['inside', 'outside', 'pool'], (kind) => kindTitles[kind], {
      what: 'kind',
      choices: 'kinds',
      others: otherKinds,
    }),
    capacity: numberReader(center.capacity, (text) => readNumber(text, numbers), 'Enter a whole number'),
    centerShift: readName,
    color: bySchema(center.color),
    supplier: bySchema(center.supplier),
    shiftName: bySchema(ShiftInput.shape.name),
    weekdays: readDays,
    shiftStart: readMinute,
    shiftEnd: readMinute,
    breaks: readBreaks,
    effectiveFrom: dayReader(orderOf('effectiveFrom')),
    shiftDescription: bySchema(ShiftInput.shape.description),
    holidayName: bySchema(center.name),
    holidayDate: dayReader(orderOf('holidayDate')),
    closedFrom: readMinute,
    closedTo: readMinute,
    closedCenter: readName,
  }
}

/** Reads a table about work centers, shift patterns or holidays. */
export const readSettings = (table: SettingsTable): SettingsReader => {
  const own: ReadonlySet<SettingsField> = new Set(settingsFields[table.kind])
  const columnOf = new Map<SettingsField, number>()
  for (const [column, field] of table.columns.entries()) if (field && own.has(field)) columnOf.set(field, column)
  const { orders, notes } = decideDates(table, columnOf, ['effectiveFrom', 'holidayDate'])
  const readers = cellReaders(table, (field) => orders.get(field) ?? 'mdy')
  const rows = table.rows.map((cells, row): SettingsRow => {
    const values: Partial<Record<SettingsField, unknown>> = {}
    const problems: CellProblem[] = []
    let isEmpty = true
    for (const [field, column] of columnOf) {
      const text = cells[column] ?? ''
      if (text.trim() === '') continue
      isEmpty = false
      const cell = readCell(text, { row, column }, readers[field])
      if (cell.ok) values[field] = cell.value
      else problems.push(cell.problem)
    }
    return { row, values, isEmpty, problems }
  })
  return { columnOf, rows, notes }
}
