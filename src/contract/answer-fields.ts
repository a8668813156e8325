import { z } from 'zod/mini'
import { readInstant } from './dates.ts'
import { Instant, preprocess } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { decimalOf } from './other-names.ts'

/** A date of an answer as an instant with a zone; null where there is none or it cannot be read (specification 5). */
const readAnswerDate = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  if (value.endsWith('Z') && !Number.isNaN(Date.parse(value))) return value
  const atMs = readInstant(value)
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString()
}
export const AnswerDate = withUsual(preprocess(readAnswerDate, z.nullable(Instant)), null)

/** 'in_progress', 'InProgress' and 'In Progress' are the same word. */
const bareWord = (word: unknown): string =>
  String(word)
    .replace(/[\s_-]+/g, '')
    .toLowerCase()

/** One of some words in an answer, in whatever case and with whatever between its parts; `usual` where there is none of them. */
export const AnswerWord = <Schema extends z.ZodMiniType<string>>(
  words: readonly string[],
  schema: Schema,
  usual: z.output<Schema> & z.util.NoUndefined<z.output<Schema>>,
) =>
  withUsual(
    preprocess((value) => words.find((word) => bareWord(word) === bareWord(value)) ?? value, schema),
    usual,
  )

/** A whole number of an answer, which may arrive as decimal text and is rounded. */
export const WholeNumber = preprocess((value) => {
  const decimal = decimalOf(value)
  return typeof decimal === 'number' ? Math.round(decimal) : decimal
}, z.int())
