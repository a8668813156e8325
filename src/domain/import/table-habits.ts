import type { ColumnField, DayOrder, ImportField, ImportTable } from '#contract/imports.ts'
import { fieldTitles } from './column-names.ts'
import { columnOrder } from './date-habit.ts'
import { readDuration } from './duration-text.ts'
import { headerUnit } from './header-words.ts'
import { ambiguousNumber, type NumberHabit, numberHabitOf, readNumber } from './number-habit.ts'

/** How the texts of a table are read, decided for whole columns. */
export interface TableHabits {
  readonly numbers: NumberHabit
  readonly dateOrderOf: (field: ImportField) => DayOrder
  /** Whether a column of percentages contains fractions from 0 to 1, as spreadsheets store them. */
  readonly isShare: (field: ImportField) => boolean
  /** Hours that a number without a unit stands for in a column of times, according to its header. */
  readonly hoursOfPlain: (field: ImportField) => number
  /** Assumptions that were made, as sentences for the reader. */
  readonly notes: readonly string[]
}

const hourFields: readonly ImportField[] = ['durationHours', 'setupHours', 'hoursPerPiece']
const numberFields: readonly ImportField[] = [...hourFields, 'quantity', 'progress', 'projectProgress']
const dateFields: readonly ImportField[] = [
  ...(['customerRelease', 'engineeringRelease', 'productionStart', 'shipDate', 'actualShipDate'] as const),
  ...(['scheduledStart', 'scheduledEnd', 'actualStart', 'actualEnd', 'materialReady'] as const),
]
const percentFields: readonly ImportField[] = ['progress', 'projectProgress']

const orderWords: Readonly<Record<DayOrder, string>> = { mdy: 'month/day/year', dmy: 'day/month/year' }

/** The part of a table that is needed to read its texts. */
export type TextTable = Pick<ImportTable, 'rows' | 'dateOrder' | 'usualOrder'>

function* textsOf({ rows }: TextTable, column: number | undefined): Generator<string> {
  if (column === undefined) return
  for (const row of rows) {
    const text = row[column]
    if (text !== undefined && text !== '') yield text
  }
}

/**
 * Decides the order of day and month in each date column: from its own dates, otherwise from the other columns,
 * otherwise from the way the reader writes dates. The notes say how ambiguous dates are read, and why.
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

const isDateField: ReadonlySet<ColumnField | null> = new Set([...dateFields, 'effectiveFrom', 'holidayDate'])

/** Whether any date in the table contains letters, so that month names must be looked up. */
export const hasWordsInDates = ({
  rows,
  columns,
}: Pick<ImportTable, 'rows'> & { readonly columns: readonly (ColumnField | null)[] }): boolean => {
  const dated = [...columns.keys()].filter((column) => isDateField.has(columns[column] ?? null))
  return dated.length > 0 && rows.some((row) => dated.some((column) => /\p{L}{2}/u.test(row[column] ?? '')))
}

/** Whether the numbers are fractions: all are at most 1, and one of them is not whole. */
const holdsShares = (table: TextTable, column: number | undefined): boolean => {
  let hasFraction = false
  for (const text of textsOf(table, column)) {
    const value = Number(text.replace(',', '.'))
    if (Number.isNaN(value) || value > 1) return false
    if (value > 0 && value < 1) hasFraction = true
  }
  return hasFraction
}

/** Notes about assumptions on the times of a column. */
const hourNotes = (
  table: TextTable,
  column: number | undefined,
  field: ImportField,
  numbers: NumberHabit,
): string[] => {
  let assumed: string | null = null
  let elapsed: string | null = null
  for (const text of textsOf(table, column)) {
    if (!/\p{L}/u.test(text)) continue
    const read = readDuration(text, numbers)
    if (read?.isElapsed) elapsed ??= text.trim()
    else if (read?.isAssumed) assumed ??= text.trim()
    if (assumed !== null && elapsed !== null) break
  }
  const hours = (text: string) => String(Math.round((readDuration(text, numbers)?.hours ?? 0) * 100) / 100)
  return [
    ...(assumed === null
      ? []
      : [`${fieldTitles[field]}: ${assumed} is read as ${hours(assumed)} hours, with 8 hours a day and 40 a week.`]),
    ...(elapsed === null
      ? []
      : [`${fieldTitles[field]}: ${elapsed} is time of the clock and is read as ${hours(elapsed)} working hours.`]),
  ]
}

const unitTitles = (hours: number): string =>
  hours < 1 / 60 ? 'seconds' : hours < 1 ? 'minutes' : hours === 8 ? 'days of 8 hours' : 'weeks of 40 hours'

/** Notes about assumptions on the decimal sign. */
const numberNotes = (texts: readonly string[], numbers: NumberHabit): string[] => {
  const ambiguous = ambiguousNumber(texts)
  if (ambiguous !== null) {
    const read = readNumber(ambiguous, numbers)
    if (!Number.isNaN(read))
      return [`${ambiguous} is read as ${read}. Choose another number format under Columns if that is wrong.`]
  }
  return numbers === 'comma' ? ['Numbers are read with a decimal comma: 7,5 is seven and a half.'] : []
}

/** Decides how numbers and dates of a table are read. */
export const decideHabits = (table: ImportTable, columnOf: ReadonlyMap<ImportField, number>): TableHabits => {
  const numberTexts = numberFields.flatMap((field) => [...textsOf(table, columnOf.get(field))])
  const { decimalSign: sign = 'auto' } = table
  const numbers = sign === 'auto' ? numberHabitOf(numberTexts, 'point') : sign
  const { orders, notes } = decideDates(table, columnOf, dateFields)
  const shares = new Set(percentFields.filter((field) => holdsShares(table, columnOf.get(field))))
  const unitOf = (field: ImportField) => headerUnit(table.header[columnOf.get(field) ?? -1] ?? '')?.hours ?? 1
  const units = new Map(hourFields.map((field) => [field, unitOf(field)]))
  return {
    numbers,
    dateOrderOf: (field) => orders.get(field) ?? 'mdy',
    isShare: (field) => shares.has(field),
    hoursOfPlain: (field) => units.get(field) ?? 1,
    notes: [
      ...notes,
      ...(sign === 'auto' ? numberNotes(numberTexts, numbers) : []),
      ...[...shares].map((field) => `${fieldTitles[field]}: 0.4 is read as 40 %.`),
      ...[...units].flatMap(([field, hours]) =>
        hours === 1
          ? []
          : [`${fieldTitles[field]}: the numbers are ${unitTitles(hours)}, as the header of the column says.`],
      ),
      ...hourFields.flatMap((field) => hourNotes(table, columnOf.get(field), field, numbers)),
    ],
  }
}
