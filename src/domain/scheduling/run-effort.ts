import type { RunEffort } from '#contract/vocabulary.ts'

interface EffortLimits {
  /** Operations placed in all tries together: what decides in large shops. */
  readonly placements: number
  /** Tries: what decides in small shops, which are soon searched. */
  readonly tries: number
  /** The clock ends a search only on a machine that is far slower than expected. */
  readonly seconds: number
}

const limits: Record<RunEffort, EffortLimits> = {
  quick: { placements: 2_000_000, tries: 2_000, seconds: 10 },
  balanced: { placements: 30_000_000, tries: 40_000, seconds: 60 },
  thorough: { placements: 200_000_000, tries: 100_000, seconds: 300 },
}

/** How many plans a search tries with so many operations. Only this number, and never the clock, decides what a whole search finds. */
export const searchIterations = (effort: RunEffort, operations: number): number => {
  const { placements, tries } = limits[effort]
  return Math.min(tries, Math.ceil(placements / Math.max(1, operations)))
}

/** The time after which a search ends with the best plan so far, which the run then reports. */
export const searchLimitMs = (effort: RunEffort): number => limits[effort].seconds * 1_000
