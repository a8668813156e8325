import type { DayOrder } from '#contract/imports.ts'

const numeric = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[,\s]+(.+))?$/
const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T\s]+(.+))?$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?$/i

/** A date as the wall shows it, or an instant; `seconds` since midnight, null = a date without a time. */
export type WrittenDate =
  | { readonly kind: 'wall'; readonly date: string; readonly seconds: number | null }
  | { readonly kind: 'instant'; readonly atMs: number }

const two = (value: number): string => String(value).padStart(2, '0')

/** 'yyyy-MM-dd' for a day that the calendar has; null for 02/30. */
const dateOf = (year: number, month: number, day: number): string | null => {
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return month >= 1 && month <= 12 && !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text) ? text : null
}

const secondsOf = (text: string): number | null => {
  const parts = clock.exec(text.trim())
  if (!parts) return null
  const [, hourText, minuteText, secondText = '0', half] = parts
  const [hour, minute, second] = [Number(hourText), Number(minuteText), Number(secondText)]
  if (minute > 59 || second > 59) return null
  if (half === undefined) return hour < 24 ? hour * 3_600 + minute * 60 + second : null
  if (hour < 1 || hour > 12) return null
  return ((hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)) * 3_600 + minute * 60 + second
}

const wall = (date: string | null, time: string | undefined): WrittenDate | null => {
  if (date === null) return null
  if (time === undefined) return { kind: 'wall', date, seconds: null }
  const seconds = secondsOf(time)
  return seconds === null ? null : { kind: 'wall', date, seconds }
}

/** Two digits name a year from 1970 to 2069, as spreadsheets read them. */
const fullYear = (text: string): number =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900)

/** A date in one of the usual ways to write it; null for everything else and for days that do not exist. */
export const readDate = (text: string, order: DayOrder): WrittenDate | null => {
  const trimmed = text.trim()
  if (instant.test(trimmed)) {
    const atMs = dateOf(...ymdOf(trimmed)) === null ? Number.NaN : Date.parse(trimmed)
    return Number.isNaN(atMs) ? null : { kind: 'instant', atMs }
  }
  const first = iso.exec(trimmed)
  if (first) return wall(dateOf(Number(first[1]), Number(first[3]), Number(first[4])), first[5])
  const parts = numeric.exec(trimmed)
  if (!parts) return null
  const [, a, sign, b, year = '', time] = parts
  const isDayFirst = sign === '.' || order === 'dmy'
  const [month, day] = isDayFirst ? [Number(b), Number(a)] : [Number(a), Number(b)]
  return wall(dateOf(fullYear(year), month, day), time)
}

const ymdOf = (text: string): [number, number, number] => [
  Number(text.slice(0, 4)),
  Number(text.slice(5, 7)),
  Number(text.slice(8, 10)),
]

/** The order that a column shows; null = none of its dates shows one. */
export interface ColumnOrder {
  readonly order: DayOrder | null
  /** A date that can be read in two ways, to show the reader. */
  readonly example: string | null
  /** A date that can be read in one way only. */
  readonly proof: string | null
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
    const proven = a > 12 && b <= 12 ? 'dmy' : b > 12 && a <= 12 ? 'mdy' : null
    if (proven) {
      seen[proven] += 1
      proofs[proven] ??= text.trim()
    } else if (a !== b && a <= 12) example ??= text.trim()
  }
  const order = seen.mdy === seen.dmy ? null : seen.mdy > seen.dmy ? 'mdy' : 'dmy'
  return { order, example, proof: (order && proofs[order]) ?? null }
}
