import { z } from 'zod/mini'

/**
 * The effect of a run on a project, worst first: it now misses its ship date; it ends on a later day; some of its work
 * has lost its date; it has a date for the first time; it now meets its ship date; it ends on an earlier day.
 */
export const runEffectKinds = ['becameLate', 'later', 'noDate', 'newDate', 'recovered', 'earlier'] as const
export type RunEffectKind = (typeof runEffectKinds)[number]

const count = z.int()

/** Number of projects of each kind; each project is counted once. */
export const RunEffectCounts = z.object({
  becameLate: count,
  later: count,
  noDate: count,
  newDate: count,
  recovered: count,
  earlier: count,
})
export type RunEffectCounts = z.infer<typeof RunEffectCounts>
