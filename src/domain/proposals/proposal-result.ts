import type { PlanReach } from '#contract/proposals.ts'
import { daysBehind } from '#domain/projects/local-day.ts'
import type { ProjectEffect } from '#domain/scheduling/project-effects.ts'
import { runResultOf, type StoredRunResult } from '#domain/scheduling/run-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { ComparedLoads } from './compare-loads.ts'
import type { ComparedResult, OperationMove } from './compare-with-forecast.ts'

/** Completion of the late project that a proposal is meant to help, even if it does not change. */
export type HelpedEnds = Pick<
  ProjectEffect,
  'projectId' | 'completionBeforeMs' | 'completionAfterMs' | 'latenessDaysBefore' | 'latenessDaysAfter'
>

/** The consequences of a proposal without names, which are read when it is opened. */
export interface StoredProposalResult extends StoredRunResult, Partial<ComparedLoads> {
  readonly moves: readonly OperationMove[]
  readonly movedOperations: number
  /** Absent in results stored before the field existed. */
  readonly reach?: PlanReach
  readonly unplacedBefore?: number
  /** Set if the changes gain nothing, so that all dates equal the forecast. */
  readonly gainsNothing?: true
  /** Absent if the proposal is not about one project. */
  readonly helped?: HelpedEnds
  readonly capacitiesBefore?: Readonly<Record<string, number>>
  /** Names of the changed records at the time of computation, by id. They remain if a record is removed. */
  readonly names?: Readonly<Record<string, string>>
}

export const proposalResultOf = (result: ComparedResult): StoredProposalResult => ({
  ...runResultOf(result),
  moves: result.moves,
  movedOperations: result.movedOperations,
  reach: result.reach,
  unplacedBefore: result.unplacedBefore,
  capacitiesBefore: result.capacitiesBefore,
  loads: result.loads,
  loadsFromMs: result.loadsFromMs,
})

/** The shop before and after a proposal's changes. */
interface BothShops {
  readonly before: ShopSnapshot
  readonly after: ShopSnapshot
}

const helpedEnds = (
  { effects, projects }: Pick<ComparedResult, 'effects' | 'projects'>,
  projectId: string,
  { before, after }: BothShops,
): HelpedEnds | null => {
  const effect = effects.find((one) => one.projectId === projectId)
  if (effect) {
    const { completionBeforeMs, completionAfterMs, latenessDaysBefore, latenessDaysAfter } = effect
    return { projectId, completionBeforeMs, completionAfterMs, latenessDaysBefore, latenessDaysAfter }
  }
  // A project without an effect ends on the same day.
  const scheduled = projects.find((one) => one.projectId === projectId)
  if (!scheduled) return null
  const { completionMs } = scheduled
  const lateIn = (shop: ShopSnapshot): number | null => {
    const dueMs = shop.projects.find((one) => one.projectId === projectId)?.dueMs ?? null
    return dueMs === null || completionMs === null ? null : daysBehind(dueMs, completionMs, shop.timeZone)
  }
  const completions = { completionBeforeMs: completionMs, completionAfterMs: completionMs }
  return { projectId, ...completions, latenessDaysBefore: lateIn(before), latenessDaysAfter: lateIn(after) }
}

/** What a plan means for the project that a proposal is meant to help, as part of its result; empty without such a project. */
export const helpedBy = (
  result: Pick<ComparedResult, 'effects' | 'projects'>,
  projectId: string | null | undefined,
  shops: BothShops,
): Pick<StoredProposalResult, 'helped'> => {
  const helped = projectId ? helpedEnds(result, projectId, shops) : null
  return helped ? { helped } : {}
}
