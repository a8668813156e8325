import { eq } from 'drizzle-orm'
import type { PlannerRights } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tenants } from '../../db/tables/tenants.table.ts'

/**
 * Makes writers of the plan of an organization run one after the other. Each writer, and the commit of a run, takes this
 * lock before it locks rows, so there are no deadlocks.
 */
export const lockTenant = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  await tx
    .select({ tenantId: tenants.tenantId })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
    .for('no key update')
}

export const plannerRightColumns = {
  plannersChangeWorkingTime: tenants.plannersChangeWorkingTime,
  plannersApplyPlans: tenants.plannersApplyPlans,
} as const

/** The organization's settings for what planners may do. */
export const plannerRightsOf = async (tx: Tx, tenantId: string): Promise<PlannerRights> => {
  const [row] = await tx.select(plannerRightColumns).from(tenants).where(eq(tenants.tenantId, tenantId))
  return row ?? { plannersChangeWorkingTime: false, plannersApplyPlans: false }
}

/** The zone in which the organization's days begin and end. */
export const timeZoneOf = async (tx: Tx, tenantId: string): Promise<string> => {
  const [row] = await tx.select({ timeZone: tenants.timeZone }).from(tenants).where(eq(tenants.tenantId, tenantId))
  return row?.timeZone ?? 'UTC'
}
