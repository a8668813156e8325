import type { RunEffort } from '#contract/vocabulary.ts'

interface EffortLimits {
  /** Tries for each operation, within a smallest and a largest number of tries. */
  readonly perOperation: number
  readonly least: number
  readonly most: number
  /** The clock ends a search only on a machine that is far slower than expected. */
  readonly seconds: number
}

const limits: Record<RunEffort, EffortLimits> = {
  quick: { perOperation: 20, least: 500, most: 20_000, seconds: 10 },
  balanced: { perOperation: 400, least: 10_000, most: 400_000, seconds: 60 },
  thorough: { perOperation: 5_000, least: 200_000, most: 2_000_000, seconds: 300 },
}

/** How many plans a search tries with so many operations. Only this number, and never the clock, decides what a whole search finds. */
export const searchIterations = (effort: RunEffort, operations: number): number => {
  const { perOperation, least, most } = limits[effort]
  return Math.min(most, Math.max(least, perOperation * operations))
}

/** The time after which a search ends with the best plan so far, which the run then reports. */
export const searchLimitMs = (effort: RunEffort): number => limits[effort].seconds * 1_000
