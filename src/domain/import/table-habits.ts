import type { ColumnField, DayOrder, ImportField, ImportTable } from '#contract/imports.ts'
import { fieldTitles } from './column-names.ts'
import { columnOrder } from './date-habit.ts'
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

/** A table whose texts are read. */
export type TextTable = Pick<ImportTable, 'rows' | 'dateOrder' | 'usualOrder'>

function* textsOf({ rows }: TextTable, column: number | undefined): Generator<string> {
  if (column === undefined) return
  for (const row of rows) {
    const text = row[column]
    if (text !== undefined && text !== '') yield text
  }
}

/**
 * The order of each column of dates: the one that its own dates show, else the one that the other columns show, else the one in which
 * the reader writes dates. The notes say how dates are read that could be read in two ways, and why.
 */
export const decideDates = <F extends ColumnField>(
  table: TextTable,
  columnOf: ReadonlyMap<ColumnField, number>,
  fields: readonly F[],
) => {
  const asked = table.dateOrder
  const shown = fields.map((field) => ({ field, ...columnOrder(textsOf(table, columnOf.get(field))) }))
  const proven = new Set(shown.flatMap(({ order }) => order ?? []))
  const [only] = proven
  const isShown = proven.size === 1 && only !== undefined
  const usual: DayOrder = isShown ? only : (table.usualOrder ?? 'mdy')
  const orderOf = (order: DayOrder | null): DayOrder => (asked === 'auto' ? (order ?? usual) : asked)
  const orders = new Map<ColumnField, DayOrder>(shown.map(({ field, order }) => [field, orderOf(order)]))
  const whyOf = (proof: string | null): string => {
    if (proof !== null) return `, as ${proof} shows`
    return isShown ? ', as the other dates show' : '. Choose another order under Columns if that is wrong'
  }
  const notes = shown.flatMap(({ field, order, example, proof }) =>
    asked === 'auto' && example !== null
      ? [`${fieldTitles[field]}: dates such as ${example} are read as ${orderWords[orderOf(order)]}${whyOf(proof)}.`]
      : [],
  )
  return { orders, notes }
}

/** Shares where every number is at most 1 and one of them is a fraction. */
const holdsShares = (table: TextTable, column: number | undefined): boolean => {
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
  const { orders, notes } = decideDates(table, columnOf, dateFields)
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
