import { z } from 'zod/mini'
import { preprocess } from './fields.ts'

/** A JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Decimal text as a number; anything else as it is. */
export const decimalOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value

/** The other name of progress: up to 1 it is a fraction, above that a percentage already. */
const percentOfProgress = (value: unknown): unknown => {
  const decimal = decimalOf(value)
  return typeof decimal === 'number' && decimal > 0 && decimal <= 1 ? Math.round(decimal * 1e6) / 1e4 : value
}

/** Reads the names that the interface also knows some fields by: `progress` (0 to 1) and `shipDate`. */
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

/** Reads a missing field from the first of its other names that has a value: `{ tenantId: ['id'] }`. */
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

/** A flag of an answer, which may arrive as text (specification 3, "Session validation response"). */
export const Flag = preprocess(
  (value) => (typeof value === 'string' ? (flagWords[value] ?? value) : value),
  z.boolean(),
)

/** A number of an answer, which may arrive as decimal text (specification 5: "parsed as decimals"). */
export const DecimalNumber = preprocess(decimalOf, z.number())
