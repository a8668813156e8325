import type { ProposalChange } from '#contract/proposals.ts'
import { completionsOf, forecastShop, type ShopForecast } from '../forecast/forecast-shop.ts'
import { applyChanges } from '../proposals/apply-changes.ts'
import { effectsBetween } from '../proposals/compare-with-forecast.ts'
import { gainsNothing } from '../proposals/proposal-gain.ts'
import { followShop } from '../scheduling/followed-shop.ts'
import type { ProjectEffect } from '../scheduling/project-effects.ts'
import type { ScheduleResult } from '../scheduling/schedule-result.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '../scheduling/stopped.ts'

/** A plan that was tried: its dates, and its effect on projects compared with the forecast. */
export interface Trial {
  readonly snapshot: ShopSnapshot
  readonly operations: ScheduleResult['operations']
  /** Completion of every project, in the snapshot's order; null = unknown. */
  readonly completions: readonly (number | null)[]
  /** Late days of the whole shop (`PlanMeasure`). */
  readonly lateDays: number
  /** Effects, worst first. */
  readonly effects: readonly ProjectEffect[]
}

/** Schedules a shop like a run; null if there is no time left. */
export type ScheduleAgain = (snapshot: ShopSnapshot) => ScheduleResult | null

/** Tries changes in a shop, each in both ways at most once. */
export interface RemedyTrials {
  readonly snapshot: ShopSnapshot
  readonly forecast: ShopForecast
  /** The unchanged plan, followed from now on. */
  readonly followed: ScheduleResult
  /** Applies the changes and preserves the sequence at every work center; null if the changes are impossible. Throws `StoppedError`. */
  readonly keep: (changes: readonly ProposalChange[]) => Trial | null
  /**
   * Applies the changes and schedules everything again; null if that is impossible, gains nothing, or was not tried. Throws `StoppedError`.
   */
  readonly again: (changes: readonly ProposalChange[]) => Trial | null
}

interface Wanted {
  readonly scheduleAgain: ScheduleAgain
  readonly shouldStop?: ShouldStop
}

const noMoves = { byProject: new Map<string, number>() }

/** Remembers the last answer, because the same changes are often asked about twice in a row, and a tried plan takes much memory. */
const rememberLast = <T>(
  answer: (changes: readonly ProposalChange[]) => T,
): ((changes: readonly ProposalChange[]) => T) => {
  let last: { readonly key: string; readonly answer: T } | null = null
  return (changes) => {
    const key = JSON.stringify(changes)
    if (last?.key !== key) last = { key, answer: answer(changes) }
    return last.answer
  }
}

/** Creates the trials for a shop. Throws `StoppedError`. */
export const remedyTrials = (
  snapshot: ShopSnapshot,
  { scheduleAgain, shouldStop = neverStop }: Wanted,
): RemedyTrials => {
  const followed = followShop(snapshot, shouldStop)
  const trialOf = (after: ShopSnapshot, result: ScheduleResult): Trial => ({
    snapshot: after,
    operations: result.operations,
    completions: completionsOf(after, result.operations),
    lateDays: result.lateDays,
    effects: effectsBetween(snapshot, followed, after, result, noMoves),
  })
  const followedAfter = rememberLast((changes): { after: ShopSnapshot; kept: ScheduleResult } | null => {
    if (changes.length === 0) return { after: snapshot, kept: followed }
    const changed = applyChanges(snapshot, changes)
    return changed.ok ? { after: changed.snapshot, kept: followShop(changed.snapshot, shouldStop) } : null
  })
  const scheduled = (changes: readonly ProposalChange[]): Trial | null => {
    const changed = applyChanges(snapshot, changes)
    const result = changed.ok ? scheduleAgain(changed.snapshot) : null
    const tried = result && followedAfter(changes)
    return tried && !gainsNothing(changes, tried.kept, result) ? trialOf(tried.after, result) : null
  }
  const known = new Map<string, Trial | null>()
  return {
    snapshot,
    forecast: forecastShop(snapshot, shouldStop, followed),
    followed,
    keep: rememberLast((changes) => {
      const tried = followedAfter(changes)
      return tried && trialOf(tried.after, tried.kept)
    }),
    again: (changes) => {
      const key = JSON.stringify(changes)
      const trial = known.get(key)
      if (trial !== undefined) return trial
      const tried = scheduled(changes)
      known.set(key, tried)
      return tried
    },
  }
}
