import type { DayOrder } from '#contract/imports.ts'
import { readDate, writtenWeekdays } from './date-text.ts'

/** The beginning of a date whose first two numbers may be a day and a month, optionally after a weekday. */
const numeric = /^(?:\p{L}+\.?[,\s]\s*)?(\d{1,2})([./-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/u

/** The order of day and month in a column; null if no date shows it. */
export interface ColumnOrder {
  readonly order: DayOrder | null
  /** An ambiguous date, as an example for the reader. */
  readonly example: string | null
  /** A date with only one possible reading. */
  readonly proof: string | null
}

/** The only order in which a date falls on the weekday written next to it. */
const byWeekday = (text: string): DayOrder | null => {
  if (writtenWeekdays(text) === null) return null
  const [mdy, dmy] = [readDate(text, 'mdy'), readDate(text, 'dmy')]
  return mdy && !dmy ? 'mdy' : dmy && !mdy ? 'dmy' : null
}

/** Detects the order of day and month from all dates of a column. Dates with points always begin with the day and are not considered. */
export const columnOrder = (texts: Iterable<string>): ColumnOrder => {
  const seen = { mdy: 0, dmy: 0 }
  let example: string | null = null
  const proofs: { mdy?: string; dmy?: string } = {}
  for (const text of texts) {
    const parts = numeric.exec(text.trim())
    if (!parts || parts[2] === '.') continue
    const [a, b] = [Number(parts[1]), Number(parts[3])]
    const proven = a > 12 && b <= 12 ? 'dmy' : b > 12 && a <= 12 ? 'mdy' : a === b ? null : byWeekday(text)
    if (proven) {
      seen[proven] += 1
      proofs[proven] ??= text.trim()
    } else if (a !== b && a <= 12) example ??= text.trim()
  }
  const order = seen.mdy === seen.dmy ? null : seen.mdy > seen.dmy ? 'mdy' : 'dmy'
  return { order, example, proof: (order && proofs[order]) ?? null }
}
