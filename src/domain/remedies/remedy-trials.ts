import type { ProposalChange } from '#contract/proposals.ts'
import { completionsOf, forecastShop, type ShopForecast } from '../forecast/forecast-shop.ts'
import { applyChanges } from '../proposals/apply-changes.ts'
import { effectsBetween, followPlan } from '../proposals/compare-with-forecast.ts'
import { gainsNothing } from '../proposals/proposal-gain.ts'
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

/** Creates the trials for a shop. Throws `StoppedError`. */
export const remedyTrials = (
  snapshot: ShopSnapshot,
  { scheduleAgain, shouldStop = neverStop }: Wanted,
): RemedyTrials => {
  const followed = followPlan(snapshot, shouldStop)
  const trialOf = (after: ShopSnapshot, result: ScheduleResult): Trial => ({
    snapshot: after,
    operations: result.operations,
    completions: completionsOf(after, result.operations),
    lateDays: result.lateDays,
    effects: effectsBetween(snapshot, followed, after, result, noMoves),
  })
  const changedBy = (changes: readonly ProposalChange[]): ShopSnapshot | null => {
    const changed = applyChanges(snapshot, changes)
    return changed.ok ? changed.snapshot : null
  }
  const scheduled = (changes: readonly ProposalChange[]): Trial | null => {
    const after = changedBy(changes)
    const result = after && scheduleAgain(after)
    if (!after || !result) return null
    const isInVain = changes.length > 0 && gainsNothing(changes, followPlan(after, shouldStop), result)
    return isInVain ? null : trialOf(after, result)
  }
  const known = new Map<string, Trial | null>()
  return {
    snapshot,
    forecast: forecastShop(snapshot, shouldStop),
    followed,
    keep: (changes) => {
      const after = changedBy(changes)
      return after && trialOf(after, followPlan(after, shouldStop))
    },
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
