import type { ProposalChange } from '#contract/proposals.ts'
import { completionsOf, forecastShop, type ShopForecast } from '../forecast/forecast-shop.ts'
import { applyChanges } from '../proposals/apply-changes.ts'
import { effectsBetween, followPlan } from '../proposals/compare-with-forecast.ts'
import { gainsNothing } from '../proposals/proposal-gain.ts'
import type { ProjectEffect } from '../scheduling/project-effects.ts'
import type { ScheduleResult } from '../scheduling/schedule-result.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '../scheduling/stopped.ts'

/** A plan that was tried: its dates, and what it means for the projects compared with the forecast. */
export interface Trial {
  readonly snapshot: ShopSnapshot
  readonly operations: ScheduleResult['operations']
  /** Of every project, in the order of the snapshot; null = unknown. */
  readonly completions: readonly (number | null)[]
  /** Of the whole shop (`PlanMeasure`). */
  readonly lateDays: number
  /** Worst first. */
  readonly effects: readonly ProjectEffect[]
}

/** Schedules a shop as a run does; null = there is no time left for it. */
export type ScheduleAgain = (snapshot: ShopSnapshot) => ScheduleResult | null

/** A shop in which changes are tried, each both ways at most once. */
export interface RemedyTrials {
  readonly snapshot: ShopSnapshot
  readonly forecast: ShopForecast
  /** The plan followed from now on, without any change. */
  readonly followed: ScheduleResult
  /** With the sequence of every work center kept; null = the changes cannot be made. Throws `StoppedError`. */
  readonly keep: (changes: readonly ProposalChange[]) => Trial | null
  /** With everything scheduled again; null = it cannot be made, gains nothing, or was not tried. Throws `StoppedError`. */
  readonly again: (changes: readonly ProposalChange[]) => Trial | null
}

interface Wanted {
  readonly scheduleAgain: ScheduleAgain
  readonly shouldStop?: ShouldStop
}

const noMoves = { byProject: new Map<string, number>() }

/** Tries changes in a shop. Throws `StoppedError`. */
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
