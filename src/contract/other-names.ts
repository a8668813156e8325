import { z } from 'zod'

/** The other name of progress: up to 1 it is a fraction, above that a percentage already. */
export const percentOfProgress = (value: unknown): unknown => {
  const decimal = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof decimal === 'number' && decimal > 0 && decimal <= 1 ? Math.round(decimal * 1e6) / 1e4 : value
}

/** Reads the names that the interface also knows some fields by: `progress` (0 to 1) and `shipDate`. */
export const withOtherNames = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    const { progress, shipDate, ...rest } = value as Record<string, unknown>
    return {
      ...(progress === undefined ? {} : { progressPercentage: percentOfProgress(progress) }),
      ...(shipDate === undefined ? {} : { plannedShipDate: shipDate }),
      ...rest,
    }
  }, schema)
