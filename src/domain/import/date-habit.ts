import type { DayOrder } from '#contract/imports.ts'
import { readDate, writtenWeekdays } from './date-text.ts'

/** The beginning of a date whose first two numbers may be a day and a month, also behind a weekday. */
const numeric = /^(?:\p{L}+\.?[,\s]\s*)?(\d{1,2})([./-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/u

/** The order that a column shows; null = none of its dates shows one. */
export interface ColumnOrder {
  readonly order: DayOrder | null
  /** A date that can be read in two ways, to show the reader. */
  readonly example: string | null
  /** A date that can be read in one way only. */
  readonly proof: string | null
}

/** The only order in which a date falls on the weekday beside it. */
const byWeekday = (text: string): DayOrder | null => {
  if (writtenWeekdays(text) === null) return null
  const [mdy, dmy] = [readDate(text, 'mdy'), readDate(text, 'dmy')]
  return mdy && !dmy ? 'mdy' : dmy && !mdy ? 'dmy' : null
}

/** What the dates of a whole column show about their order. Dates with points have the day first and count for neither. */
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
