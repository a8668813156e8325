import type { Decision } from '#domain/access/decision.ts'
import { type Actor, may, type PlannerRights } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { ForbiddenError } from '../../errors.ts'
import { plannerRightsOf } from '../records/tenant-row.ts'

/** What decides whether the plan of a run concerns the whole shop. */
export interface RunReach {
  readonly preview: boolean
  readonly projectId: string | null
  readonly projectIds: readonly string[] | null
}

/** Whether a person may put the plan of a run in force. */
export const mayPutInForce = (
  actor: Actor,
  { projectId, projectIds }: RunReach,
  organization: PlannerRights,
): Decision => {
  const isOfOne = projectId !== null || projectIds?.length === 1
  return may(actor, isOfOne ? 'scheduleProject' : 'planWholeShop', { organization })
}

/** 403 when the caller may not put the plan of a run in force. A preview changes nothing. */
export const requireRunRight = async (ctx: TenantContext, tx: Tx, run: RunReach): Promise<void> => {
  if (run.preview) return
  const decision = mayPutInForce(ctx, run, await plannerRightsOf(tx, ctx.tenantId))
  if (!decision.ok) throw new ForbiddenError(decision.reason)
}

/** 403 when the caller may neither put the plan of a run in force nor has started it. */
export const requireOwnRun = async (
  ctx: TenantContext,
  tx: Tx,
  run: RunReach & { readonly startedByUserId: string },
): Promise<void> => {
  if (run.startedByUserId !== ctx.userId) await requireRunRight(ctx, tx, run)
}
