import type { ImportField, ImportTable } from '#contract/imports.ts'
import { columnOrder, type DayOrder } from './date-habit.ts'
import { fieldTitles } from './guess-columns.ts'
import { type NumberHabit, numberHabitOf } from './number-habit.ts'

/** How the texts of a table are to be read, decided for whole columns. */
export interface TableHabits {
  readonly numbers: NumberHabit
  readonly dateOrderOf: (field: ImportField) => DayOrder
  /** Whether a column of percentages holds shares from 0 to 1, as spreadsheets store them. */
  readonly isShare: (field: ImportField) => boolean
  /** What was decided without proof, in the reader's words. */
  readonly notes: readonly string[]
}

const numberFields: readonly ImportField[] = [
  'durationHours',
  'setupHours',
  'hoursPerPiece',
  'quantity',
  'progress',
  'projectProgress',
]
const dateFields: readonly ImportField[] = [
  ...(['customerRelease', 'engineeringRelease', 'productionStart', 'shipDate', 'actualShipDate'] as const),
  ...(['scheduledStart', 'scheduledEnd', 'actualStart', 'actualEnd', 'materialReady'] as const),
]
const percentFields: readonly ImportField[] = ['progress', 'projectProgress']

const orderWords: Readonly<Record<DayOrder, string>> = { mdy: 'month/day/year', dmy: 'day/month/year' }

function* textsOf({ rows }: ImportTable, column: number | undefined): Generator<string> {
  if (column === undefined) return
  for (const row of rows) {
    const text = row[column]
    if (text !== undefined && text !== '') yield text
  }
}

/** The order of each column of dates. A column that shows none is read as the others, else as Americans write. */
const decideDates = (table: ImportTable, columnOf: ReadonlyMap<ImportField, number>) => {
  const asked = table.dateOrder
  const shown = dateFields.map((field) => ({ field, ...columnOrder(textsOf(table, columnOf.get(field))) }))
  const proven = new Set(shown.flatMap(({ order }) => order ?? []))
  const [only] = proven
  const usual: DayOrder = proven.size === 1 && only ? only : 'mdy'
  const orders = new Map(shown.map(({ field, order }) => [field, asked === 'auto' ? (order ?? usual) : asked]))
  const notes = shown.flatMap(({ field, isAmbiguous, example }) =>
    asked === 'auto' && isAmbiguous
      ? [`${fieldTitles[field]}: dates such as ${example} are read as ${orderWords[orders.get(field) ?? usual]}.`]
      : [],
  )
  return { orders, notes }
}

/** Shares where every number is at most 1 and one of them is a fraction. */
const holdsShares = (table: ImportTable, column: number | undefined): boolean => {
  let hasFraction = false
  for (const text of textsOf(table, column)) {
    const value = Number(text.replace(',', '.'))
    if (Number.isNaN(value) || value > 1) return false
    if (value > 0 && value < 1) hasFraction = true
  }
  return hasFraction
}

/** Decides how the numbers and dates of a table are read. */
export const decideHabits = (table: ImportTable, columnOf: ReadonlyMap<ImportField, number>): TableHabits => {
  const numberTexts = numberFields.flatMap((field) => [...textsOf(table, columnOf.get(field))])
  const numbers = numberHabitOf(numberTexts, 'point')
  const { orders, notes } = decideDates(table, columnOf)
  const shares = new Set(percentFields.filter((field) => holdsShares(table, columnOf.get(field))))
  return {
    numbers,
    dateOrderOf: (field) => orders.get(field) ?? 'mdy',
    isShare: (field) => shares.has(field),
    notes: [
      ...notes,
      ...(numbers === 'comma' ? ['Numbers are read with a decimal comma: 7,5 is seven and a half.'] : []),
      ...[...shares].map((field) => `${fieldTitles[field]}: 0.4 is read as 40 %.`),
    ],
  }
}
