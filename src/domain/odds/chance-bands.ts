import type { ProjectState } from '#contract/vocabulary.ts'

/** A project that is on time in the forecast is unlikely to ship on time if its chance is below this share of the samples. */
export const unlikelyBelow = 0.5
/** It counts as newly unlikely again only after its chance has been this high, so that people are not notified each time it crosses the middle. */
export const recoveredFrom = 0.6
/** From this chance on, it is likely to. */
const likelyFrom = 0.8

/** Chances to ship on time, as lists are filtered by them. `unknown`: no odds, or no ship date. */
export const chanceBands = ['unlikely', 'uncertain', 'likely', 'unknown'] as const
export type ChanceBand = (typeof chanceBands)[number]

export const chanceBandOf = (chance: number | null): ChanceBand => {
  if (chance === null) return 'unknown'
  if (chance < unlikelyBelow) return 'unlikely'
  return chance < likelyFrom ? 'uncertain' : 'likely'
}

/** The states of a project whose forecast ends by its ship date. */
export const onTimeStates = ['onTime', 'atRisk'] as const satisfies readonly ProjectState[]
