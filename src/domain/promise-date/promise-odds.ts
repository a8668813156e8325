import type { PromiseKind } from '#contract/promise-date.ts'
import type { LearnedDurations } from '../odds/duration-model.ts'
import { type ProjectOdds, shopOdds } from '../odds/shop-odds.ts'
import type { ShopSnapshot, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '../scheduling/stopped.ts'
import { promisedPlan } from './promise-answers.ts'

/** New work, and the answer that places it. */
export interface PlacedDraft {
  readonly draft: SnapshotProject
  readonly answer: PromiseKind
}

/**
 * **How sure the date of an answer is**: the plan that the answer leads to, followed many times with durations drawn from what was learned
 * (`decisions/0028`). null if the answer has no date, or too little is known about the new work. Throws `StoppedError`.
 */
export const promiseOdds = (
  snapshot: ShopSnapshot,
  { draft, answer: kind }: PlacedDraft,
  learned: LearnedDurations,
  shouldStop: ShouldStop = neverStop,
): ProjectOdds | null => {
  const { answer, after } = promisedPlan(snapshot, draft, kind, shouldStop)
  if (answer.completionMs === null) return null
  return shopOdds(after, learned, { projectId: draft.projectId, shouldStop }).projects[0] ?? null
}
