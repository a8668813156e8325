import { z } from 'zod/mini'
import { readInstant } from './dates.ts'
import { Instant, preprocess } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { decimalOf } from './other-names.ts'

/** A date in an answer as an instant with a zone; null if it is missing or unreadable. */
const readAnswerDate = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  if (value.endsWith('Z') && !Number.isNaN(Date.parse(value))) return value
  const atMs = readInstant(value)
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString()
}
export const AnswerDate = withUsual(preprocess(readAnswerDate, z.nullable(Instant)), null)

/** Normalizes a word: 'in_progress', 'InProgress' and 'In Progress' are equal. */
const bareWord = (word: unknown): string =>
  String(word)
    .replace(/[\s_-]+/g, '')
    .toLowerCase()

/** One of several words in an answer, regardless of case and separators; `usual` if none matches. */
export const AnswerWord = <Schema extends z.ZodMiniType<string>>(
  words: readonly string[],
  schema: Schema,
  usual: z.output<Schema> & z.util.NoUndefined<z.output<Schema>>,
) =>
  withUsual(
    preprocess((value) => words.find((word) => bareWord(word) === bareWord(value)) ?? value, schema),
    usual,
  )

/** A whole number in an answer, which may be decimal text and is rounded. */
export const WholeNumber = preprocess((value) => {
  const decimal = decimalOf(value)
  return typeof decimal === 'number' ? Math.round(decimal) : decimal
}, z.int())
