import type { ProposalChange, ProposalInput } from '#contract/proposals.ts'
import { applyChanges } from '#domain/proposals/apply-changes.ts'
import type { RefusedChange } from '#domain/proposals/apply-working-time.ts'
import type { StoredProposalResult } from '#domain/proposals/proposal-result.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import type { TenantContext } from '../../context.ts'
import { NotFoundError, RuleError, UnavailableError } from '../../errors.ts'
import { proposeRepair } from '../forecasts/refresh-forecast.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { computePlan } from '../scheduling-runs/compute-plan.ts'

/** What a proposal asks for, without templates. */
export interface ProposedPlan extends Pick<ProposalInput, 'method'> {
  readonly changes: readonly ProposalChange[]
}

export interface ComputedProposal {
  readonly planVersion: number
  readonly computedAt: Date
  /** The plan, as parts for `writePlan`; none when it keeps the sequence, because applying computes it again. */
  readonly parts: readonly string[]
  readonly summary: PlanSummary
  readonly result: StoredProposalResult
}

const refuse = ({ code, reason }: RefusedChange): never => {
  throw code === 'notFound' ? new NotFoundError(reason) : new RuleError(reason)
}

/** Well below the time limit of the request. */
const limitMs = 25_000
/** The seed of an ordinary run, so that a proposal shows what the run would do. */
const seed = 1

/** Proposals that put everything into another order are computed one after the other, because each takes a whole thread. */
let last: Promise<unknown> = Promise.resolve()

const reorder = async (ctx: TenantContext, { changes }: ProposedPlan): Promise<ComputedProposal> => {
  const nowMs = ctx.app.now().getTime()
  const { snapshot, planVersion } = await loadShop(ctx, nowMs)
  const changed = applyChanges(snapshot, changes)
  if (!changed.ok) return refuse(changed)
  const watch = { signal: AbortSignal.timeout(limitMs), onProgress: () => undefined }
  const plan = await computePlan(snapshot, { scope: 'all', seed, effort: 'quick', changes }, watch)
  if (plan.kind === 'cancelled') throw new UnavailableError(undefined, 5)
  if (plan.kind === 'violations') throw new RuleError('No plan keeps to the rules after these changes.')
  const { parts, summary, resultJson } = plan
  return { planVersion, computedAt: new Date(nowMs), parts, summary, result: JSON.parse(resultJson) }
}

const repair = async (ctx: TenantContext, { changes }: ProposedPlan): Promise<ComputedProposal> => {
  const { plan, planVersion, nowMs } = await proposeRepair(ctx, { changes, withRows: false })
  if (!plan.ok) return refuse(plan)
  const { summary, resultJson } = plan
  return { planVersion, computedAt: new Date(nowMs), parts: [], summary, result: JSON.parse(resultJson) }
}

/**
 * Computes the plan of a proposal and what it means. Stores nothing. 404 when a change names an unknown record, 422 when a rule
 * refuses a change, 503 when it takes too long.
 */
export const computeProposal = (ctx: TenantContext, input: ProposedPlan): Promise<ComputedProposal> => {
  if (input.method === 'keepSequence') return repair(ctx, input)
  const work = last.then(() => reorder(ctx, input))
  last = work.catch(() => undefined)
  return work
}
