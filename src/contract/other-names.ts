import { z } from 'zod/mini'
import { preprocess } from './fields.ts'

/** A JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Converts decimal text to a number; returns anything else unchanged. */
export const decimalOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value

/** The alternative name of progress: up to 1 it is a fraction, above that a percentage. */
const percentOfProgress = (value: unknown): unknown => {
  const decimal = decimalOf(value)
  return typeof decimal === 'number' && decimal > 0 && decimal <= 1 ? Math.round(decimal * 1e6) / 1e4 : value
}

/** Accepts the alternative names of some fields: `progress` (0 to 1) and `shipDate`. */
export const withOtherNames = <T extends z.ZodMiniType>(schema: T) =>
  preprocess((value) => {
    if (!isRecord(value)) return value
    const { progress, shipDate, ...rest } = value
    return {
      ...(progress === undefined ? {} : { progressPercentage: percentOfProgress(progress) }),
      ...(shipDate === undefined ? {} : { plannedShipDate: shipDate }),
      ...rest,
    }
  }, schema)

/** Reads a missing field from the first of its aliases that has a value: `{ tenantId: ['id'] }`. */
export const withAliases = <T extends z.ZodMiniType>(aliases: Readonly<Record<string, readonly string[]>>, schema: T) =>
  preprocess((value) => {
    if (!isRecord(value)) return value
    const found = Object.entries(aliases).flatMap(([name, others]) => {
      const given = [name, ...others].find((spelling) => value[spelling] !== undefined)
      return given === undefined ? [] : [[name, value[given]]]
    })
    return { ...value, ...Object.fromEntries(found) }
  }, schema)

const flagWords: Readonly<Record<string, boolean>> = { True: true, true: true, False: false, false: false }

/** A flag in an answer, which may be text. */
export const Flag = preprocess(
  (value) => (typeof value === 'string' ? (flagWords[value] ?? value) : value),
  z.boolean(),
)

/** A number in an answer, which may be decimal text. */
export const DecimalNumber = preprocess(decimalOf, z.number())
