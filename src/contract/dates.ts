import { z } from 'zod/mini'
import { preprocess } from './fields.ts'
import { earliestDate, latestDate } from './vocabulary.ts'

const earliestMs = Date.parse(`${earliestDate}T00:00:00Z`) - 86_400_000
const latestMs = Date.parse(`${latestDate}T23:59:59Z`) + 86_400_000

const isoText = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Whether 'yyyy-MM-dd' is a calendar date: not 2026-02-30, which `Date.parse` would move into March. */
export const isCalendarDate = (text: string): boolean => {
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}

/** Epoch ms of an ISO 8601 date, with or without a time; NaN for anything else and for nonexistent days. */
export const readInstant = (value: string): number => {
  const [, date = '', time = '08:00', zone = 'Z'] = isoText.exec(value.trim()) ?? []
  return isCalendarDate(date) ? Date.parse(`${date}T${time}${zone}`) : Number.NaN
}

/**
 * A date field of a request. Invalid dates and nonexistent days become null; a valid date outside 1900-2099 is refused.
 * Text without a zone is read as UTC; the client sends full instants.
 */
export const DateInput = preprocess(
  (value) => {
    if (value === '' || value === undefined) return value === '' ? null : undefined
    if (typeof value !== 'string') return value === null ? null : Number.NaN
    const atMs = readInstant(value)
    return Number.isNaN(atMs) ? null : new Date(atMs).toISOString()
  },
  z.nullable(
    z
      .string('Not a date')
      .check(
        z.refine(
          (iso) => Date.parse(iso) >= earliestMs && Date.parse(iso) <= latestMs,
          `Dates go from ${earliestDate} to ${latestDate}`,
        ),
      ),
  ),
)

/** A day in a request, 'yyyy-MM-dd', in the same range, because calendars would otherwise be computed up to any year. */
export const DayInput = z.iso
  .date('Not a day')
  .check(z.refine((day) => day >= earliestDate && day <= latestDate, `Dates go from ${earliestDate} to ${latestDate}`))
