import type { RunEffort } from '#contract/vocabulary.ts'

interface EffortLimits {
  /** Placements that a search may try per operation of the shop, between a minimum and a maximum in total. */
  readonly perOperation: number
  readonly least: number
  readonly most: number
  /** Share of these that may pass without a better plan, after which the search ends by itself. */
  readonly patience: number
  /** A time limit, reached only on a machine that is much slower than expected. */
  readonly seconds: number
}

const limits: Record<RunEffort, EffortLimits> = {
  quick: { perOperation: 1_000, least: 25_000, most: 1_000_000, patience: 1, seconds: 10 },
  balanced: { perOperation: 20_000, least: 500_000, most: 20_000_000, patience: 0.4, seconds: 60 },
  thorough: { perOperation: 100_000, least: 4_000_000, most: 100_000_000, patience: 0.4, seconds: 300 },
}

/**
 * What a search over this many operations may spend, in placements. Only these numbers, never the clock, decide the result of a complete search.
 */
export const searchLimits = (effort: RunEffort, operations: number): { placements: number; patience: number } => {
  const { perOperation, least, most, patience } = limits[effort]
  const placements = Math.min(most, Math.max(least, perOperation * operations))
  return { placements, patience: patience * placements }
}

/** The time after which a search ends with the best plan so far, which the run then reports. */
export const searchLimitMs = (effort: RunEffort): number => limits[effort].seconds * 1_000
