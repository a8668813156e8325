import type { ProposalChange, ProposalInput } from '#contract/proposals.ts'
import type { RunEffort } from '#contract/vocabulary.ts'
import { applyChanges } from '#domain/proposals/apply-changes.ts'
import type { RefusedChange } from '#domain/proposals/apply-working-time.ts'
import type { StoredProposalResult } from '#domain/proposals/proposal-result.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import type { TenantContext } from '../../context.ts'
import { NotFoundError, RuleError, UnavailableError } from '../../errors.ts'
import { proposeRepair } from '../forecasts/refresh-forecast.ts'
import { loadPacedShop } from '../learned/load-paced-shop.ts'
import { askInTurn } from '../scheduling/ask-in-turn.ts'
import { computePlan } from '../scheduling-runs/compute-plan.ts'

/** The input of a proposal, with templates resolved. */
export interface ProposedPlan extends Pick<ProposalInput, 'method'> {
  readonly changes: readonly ProposalChange[]
  /** The project that it is to help. */
  readonly helpedId?: string | null | undefined
  /** The stored plan of an earlier computation, from which a search begins. */
  readonly startFrom?: readonly string[] | undefined
}

export interface ComputedProposal {
  readonly planVersion: number
  readonly computedAt: Date
  /**
   * The plan, as parts for `writePlan`. Empty if the proposal keeps the sequence, because applying it computes the plan
   * again.
   */
  readonly parts: readonly string[]
  readonly summary: PlanSummary
  readonly result: StoredProposalResult
}

const refuse = ({ code, reason }: RefusedChange): never => {
  throw code === 'notFound' ? new NotFoundError(reason) : new RuleError(reason)
}

/** The seed of an ordinary run, so that a proposal shows what the run would do. */
const seed = 1

/** Computes what scheduling again would lead to, in a thread of its own. Takes no turn. Stores nothing. */
export const computeReordered = async (
  ctx: TenantContext,
  {
    changes,
    helpedId = null,
    effort = 'quick',
    startFrom = [],
  }: Omit<ProposedPlan, 'method'> & { readonly effort?: RunEffort },
  signal: AbortSignal,
): Promise<ComputedProposal> => {
  const nowMs = ctx.app.now().getTime()
  const { snapshot, planVersion } = await loadPacedShop(ctx, nowMs, 'plan')
  const changed = applyChanges(snapshot, changes)
  if (!changed.ok) return refuse(changed)
  const watch = { signal, onProgress: () => undefined }
  const plan = await computePlan(snapshot, { scope: 'all', seed, effort, changes, helpedId, startFrom }, watch)
  if (plan.kind === 'cancelled') throw new UnavailableError(undefined, 5)
  if (plan.kind === 'violations') throw new RuleError('No plan keeps to the rules after these changes.')
  const { parts, summary, resultJson } = plan
  return { planVersion, computedAt: new Date(nowMs), parts, summary, result: JSON.parse(resultJson) }
}

const repair = async (ctx: TenantContext, { changes, helpedId = null }: ProposedPlan): Promise<ComputedProposal> => {
  const { plan, planVersion, nowMs } = await proposeRepair(ctx, { changes, helpedId, withRows: false })
  if (!plan.ok) return refuse(plan)
  const { summary, resultJson } = plan
  return { planVersion, computedAt: new Date(nowMs), parts: [], summary, result: JSON.parse(resultJson) }
}

/**
 * Computes the plan of a proposal and what it means, in turn with other questions. Stores nothing. 404 when a change names an unknown
 * record, 422 when a rule refuses a change, 429 and 503 as `askInTurn`.
 */
export const computeProposal = (ctx: TenantContext, input: ProposedPlan): Promise<ComputedProposal> =>
  input.method === 'keepSequence'
    ? repair(ctx, input)
    : askInTurn(ctx, 'plan', (signal) => computeReordered(ctx, input, signal))
