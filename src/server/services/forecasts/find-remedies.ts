import { type ComputedRemedy, projectRemediesOf } from '#domain/remedies/project-remedies.ts'
import type { RemediedPart } from '#domain/remedies/remedy-changes.ts'
import { remedyTrials, type ScheduleAgain } from '#domain/remedies/remedy-trials.ts'
import { searchLimitMs } from '#domain/scheduling/run-effort.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop, StoppedError } from '#domain/scheduling/stopped.ts'

/** A late project, and what makes it late. */
interface ProjectToHelp {
  readonly projectId: string
  readonly parts: readonly RemediedPart[]
}

export interface HelpWanted {
  readonly projects: readonly ProjectToHelp[]
  /** No search goes on for longer than this after the first one could begin. */
  readonly searchForMs: number
}

export interface FoundRemedies {
  readonly projects: readonly {
    readonly projectId: string
    readonly remedies: readonly ComputedRemedy[]
    /** False = a search was ended, or left out, for lack of time: with more time other remedies may be better. */
    readonly isWhole: boolean
  }[]
}

/** Computes what would help late projects, trying each change as a proposal would. Throws `StoppedError`. */
export const findRemedies = (
  snapshot: ShopSnapshot,
  { projects, searchForMs }: HelpWanted,
  shouldStop: ShouldStop = neverStop,
): FoundRemedies => {
  const untilMs = performance.now() + searchForMs
  let isWhole = true
  const scheduleAgain: ScheduleAgain = (shop) => {
    const nowMs = performance.now()
    if (nowMs >= untilMs) {
      isWhole = false
      return null
    }
    const endMs = Math.min(untilMs, nowMs + searchLimitMs('quick'))
    const shouldEndSearch = () => performance.now() > endMs
    const outcome = scheduleShop(shop, { scope: 'all', effort: 'quick', shouldStop, shouldEndSearch })
    if ('cancelled' in outcome) throw new StoppedError()
    if (outcome.stats.endedAtStep !== null) isWhole = false
    return outcome
  }
  const trials = remedyTrials(snapshot, { scheduleAgain, shouldStop })
  const found = projects.map(({ projectId, parts }) => ({
    projectId,
    remedies: projectRemediesOf(trials, projectId, parts),
    // Later projects may share the search that was ended.
    isWhole,
  }))
  return { projects: found }
}
