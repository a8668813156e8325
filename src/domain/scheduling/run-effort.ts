import type { RunEffort } from '#contract/vocabulary.ts'

interface EffortLimits {
  /** Tries per operation, between a minimum and a maximum in total. */
  readonly perOperation: number
  readonly least: number
  readonly most: number
  /** A time limit, reached only on a machine that is much slower than expected. */
  readonly seconds: number
}

const limits: Record<RunEffort, EffortLimits> = {
  quick: { perOperation: 20, least: 500, most: 20_000, seconds: 10 },
  balanced: { perOperation: 400, least: 10_000, most: 400_000, seconds: 60 },
  thorough: { perOperation: 5_000, least: 200_000, most: 2_000_000, seconds: 300 },
}

/**
 * Number of plans that a search tries for this many operations. Only this number, never the clock, decides the result of a complete search.
 */
export const searchIterations = (effort: RunEffort, operations: number): number => {
  const { perOperation, least, most } = limits[effort]
  return Math.min(most, Math.max(least, perOperation * operations))
}

/** The time after which a search ends with the best plan so far, which the run then reports. */
export const searchLimitMs = (effort: RunEffort): number => limits[effort].seconds * 1_000
