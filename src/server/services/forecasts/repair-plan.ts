import type { ProposalChange } from '#contract/proposals.ts'
import { applyChanges } from '#domain/proposals/apply-changes.ts'
import type { RefusedChange } from '#domain/proposals/apply-working-time.ts'
import { compareWithForecast, followPlan } from '#domain/proposals/compare-with-forecast.ts'
import { proposalResultOf } from '#domain/proposals/proposal-result.ts'
import { type PlanSummary, summarizePlan } from '#domain/scheduling/run-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { movedRows, planParts, planRows } from '../scheduling/plan-rows.ts'

/** A plan for a changed shop that keeps the sequence of every work center, or why a change cannot be made. */
export type RepairedPlan =
  | {
      readonly ok: true
      /** The operations that move (`planParts`). */
      readonly parts: readonly string[]
      readonly summary: PlanSummary
      /** A `StoredProposalResult`. */
      readonly resultJson: string
    }
  | RefusedChange

/** Computes the forecast of the changed shop as a plan, and what it means compared with the forecast of the present one. */
export const repairPlan = (snapshot: ShopSnapshot, changes: readonly ProposalChange[]): RepairedPlan => {
  const changed = applyChanges(snapshot, changes)
  if (!changed.ok) return changed
  const result = compareWithForecast(snapshot, changed.snapshot, followPlan(changed.snapshot))
  return {
    ok: true,
    parts: planParts(movedRows(snapshot, planRows(changed.snapshot, result.operations))),
    summary: summarizePlan(result),
    resultJson: JSON.stringify(proposalResultOf(result)),
  }
}
