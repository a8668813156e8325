import type { ProposalChange } from '#contract/proposals.ts'
import { applyChanges } from '#domain/proposals/apply-changes.ts'
import type { RefusedChange } from '#domain/proposals/apply-working-time.ts'
import { type ComparedResult, compareWithForecast } from '#domain/proposals/compare-with-forecast.ts'
import { raisesInVain } from '#domain/proposals/proposal-gain.ts'
import { helpedBy, proposalResultOf } from '#domain/proposals/proposal-result.ts'
import { followShop } from '#domain/scheduling/followed-shop.ts'
import { type PlanSummary, summarizePlan, unplacedOf } from '#domain/scheduling/run-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '#domain/scheduling/stopped.ts'
import { checkedPlanRows, movedRows, planParts } from '../scheduling/plan-rows.ts'

/** A plan for a changed shop that keeps the sequence of every work center, or why a change cannot be made. */
export type RepairedPlan =
  | {
      readonly ok: true
      /** The operations that move (`planParts`), if they are wanted. */
      readonly parts: readonly string[]
      readonly summary: PlanSummary
      /** A `StoredProposalResult`. */
      readonly resultJson: string
    }
  | RefusedChange

/** Work for which the forecast has no date, such as work on hold, keeps its planned dates: it is scheduled as long as it has them. */
const withPlannedDates = ({ projects }: ShopSnapshot, result: ComparedResult): ComparedResult => {
  const planned = new Set(
    projects
      .flatMap(({ operations }) => operations)
      .flatMap(({ operationId, scheduledEndMs }) => (scheduledEndMs === null ? [] : [operationId])),
  )
  const operations = result.operations.map((operation) =>
    operation.placement.unplaced !== null && planned.has(operation.operationId)
      ? { ...operation, placement: { ...operation.placement, unplaced: null } }
      : operation,
  )
  const unplacedOperations = unplacedOf({ operations }).length
  return { ...result, operations, stats: { ...result.stats, unplacedOperations } }
}

/** What a repair starts from, and whether its rows are wanted too. The same shop, instant and changes give the same plan. */
export interface RepairWanted {
  readonly changes: readonly ProposalChange[]
  readonly withRows: boolean
  /** Scheduling again was tried, and gains nothing. */
  readonly isInVain?: boolean
  /** The project that the changes are to help. */
  readonly helpedId?: string | null
}

/** Work without a place keeps its planned dates. */
const hasDates = ({ startMs, endMs }: Pick<ComparedResult['operations'][number], 'startMs' | 'endMs'>): boolean =>
  startMs !== null || endMs !== null

const partsOf = (snapshot: ShopSnapshot, changed: ShopSnapshot, operations: ComparedResult['operations']): string[] =>
  planParts(
    movedRows(
      snapshot,
      checkedPlanRows(changed, operations).filter(({ s, e }) => hasDates({ startMs: s, endMs: e })),
    ),
  )

/**
 * Computes the forecast of the changed shop as a plan, and what it means compared with the forecast of the present one. Throws
 * `StoppedError`.
 */
export const repairPlan = (
  snapshot: ShopSnapshot,
  { changes, withRows, isInVain = false, helpedId }: RepairWanted,
  shouldStop: ShouldStop = neverStop,
): RepairedPlan => {
  const changed = applyChanges(snapshot, changes)
  if (!changed.ok) return changed
  const followed = followShop(changed.snapshot, shouldStop)
  const compared = compareWithForecast(snapshot, changed.snapshot, followed, shouldStop, hasDates)
  const result = withPlannedDates(changed.snapshot, compared)
  const gainless = isInVain || raisesInVain(snapshot, changes, compared)
  return {
    ok: true,
    parts: withRows ? partsOf(snapshot, changed.snapshot, result.operations) : [],
    summary: summarizePlan(result),
    resultJson: JSON.stringify({
      ...proposalResultOf(result),
      ...(gainless && { gainsNothing: true }),
      ...helpedBy(result, helpedId, { before: snapshot, after: changed.snapshot }),
    }),
  }
}
