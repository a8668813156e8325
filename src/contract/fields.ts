import { z } from 'zod/mini'
import { closeDirections } from './close-directions.ts'
import { withUsual } from './lenient-fields.ts'
import { limits } from './vocabulary.ts'

/** A schema for a value that `read` has normalized; it validates the result of `read`. */
export const preprocess = <Given, Schema extends z.ZodMiniType>(read: (value: Given) => unknown, schema: Schema) =>
  z.pipe(z.transform(read), schema)

/** NUL cannot be stored, and lone surrogates cannot be written as UTF-8. Both are refused instead of altered. */
const storable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** One line of text, trimmed; its direction controls do not affect text around it. */
export const Line = (maxLength: number = limits.maxNameLength) =>
  z
    .string()
    .check(
      z.trim(),
      z.overwrite(closeDirections),
      z.maxLength(maxLength, `At most ${maxLength} characters`),
      z.refine(storable, 'Contains a character that cannot be stored'),
    )

/** Whether any character is visible; blanks, control characters, zero-width and filler characters are not. */
const isVisible = (text: string): boolean => /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** A name that may be empty (the product then assigns one) but not invisible. */
export const OptionalName = (label: string, maxLength: number = limits.maxNameLength) =>
  Line(maxLength).check(
    z.refine((text) => text === '' || isVisible(text), `${label} needs at least one visible character`),
  )

export const RequiredLine = (label: string, maxLength: number = limits.maxNameLength) =>
  Line(maxLength).check(z.refine(isVisible, `${label} is required`))

/** Text of several lines, unchanged; its direction controls do not affect text around it. */
export const LongText = z
  .string()
  .check(
    z.overwrite(closeDirections),
    z.maxLength(limits.maxTextLength, `At most ${limits.maxTextLength} characters`),
    z.refine(storable, 'Contains a character that cannot be stored'),
  )

/** A UUID other than the all-zero one. */
export const Id = z
  .pipe(
    z.uuid('Not a valid id'),
    z.transform((id) => id.toLowerCase()),
  )
  .check(z.refine((id) => id !== '00000000-0000-0000-0000-000000000000', 'Not a valid id'))

/** An instant on the wire: ISO 8601 text with a zone, between 1900 and 2099. */
export const Instant = z.string()

const digitsAsText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

/** The id of a record in an answer. A record without one cannot be used. */
export const AnswerId = preprocess(digitsAsText, z.string().check(z.minLength(1)))

/** A text in an answer; defaults to `usual`. */
export const AnswerText = (usual = '') => withUsual(preprocess(digitsAsText, z.string()), usual)

/** A number in a request, which may be decimal text. */
export const Decimal = (minimum: number, maximum: number, wanted = `Enter a number from ${minimum} to ${maximum}`) =>
  preprocess(
    (value) => (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value),
    z.number(wanted).check(z.minimum(minimum, `At least ${minimum}`), z.maximum(maximum, `At most ${maximum}`)),
  )

export const ProgressPercent = Decimal(0, 100)
export const DurationHours = Decimal(0, limits.maxDurationHours, 'Enter the working hours as a number, such as 7.5')
export const Priority = preprocess(
  (value) => (typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value),
  z
    .number('Enter a whole number from 0 to 100')
    .check(z.int('Whole numbers only'), z.minimum(0, 'At least 0'), z.maximum(100, 'At most 100')),
)

/** Fields about the last change of a record. Another server may have no versions (0), and not say who changed it or when. */
export const recordFields = {
  version: withUsual(z.int(), 0),
  createdAt: AnswerText(),
  modifiedAt: AnswerText(),
  modifiedBy: AnswerText(),
} as const

/** A yes or no in an address: `true`, `false`, or absent. */
export const QueryFlag = preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.optional(z.boolean()),
)
