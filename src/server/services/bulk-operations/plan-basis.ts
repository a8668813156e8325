import { eq } from 'drizzle-orm'
import { basisHoldsMs, type PlanBasis } from '#contract/bulk-operations.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { ConflictError } from '../../errors.ts'

/** The basis of a move that is computed now. */
export const presentBasis = async (ctx: TenantContext, tx: Tx): Promise<PlanBasis> => {
  const [row] = await tx
    .select({ planVersion: tenants.planVersion })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
  return { planVersion: row?.planVersion ?? 0, at: ctx.app.now().toISOString() }
}

/**
 * The time of the preview, which counts as now when the move is applied, so that the stored dates equal the shown ones.
 * 409 when the plan has changed since, or the preview is too old.
 */
export const requireBasis = async (ctx: TenantContext, tx: Tx, basis: PlanBasis): Promise<Date> => {
  const present = await presentBasis(ctx, tx)
  if (present.planVersion !== basis.planVersion) {
    throw new ConflictError('The plan has changed. Refresh the preview.')
  }
  const ageMs = Date.parse(present.at) - Date.parse(basis.at)
  if (!(ageMs >= 0 && ageMs <= basisHoldsMs)) {
    throw new ConflictError('This preview is older than 10 minutes. Refresh the preview.')
  }
  return new Date(basis.at)
}
