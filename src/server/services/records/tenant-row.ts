import { eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tenants } from '../../db/tables/tenants.table.ts'

/**
 * Writers that touch the plan come one after the other, per organization. Every one of them, and a run's commit, takes this
 * lock first and rows after, so no two can wait for each other.
 */
export const lockTenant = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  await tx
    .select({ tenantId: tenants.tenantId })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
    .for('no key update')
}

/** The zone in which the organization's days begin and end. */
export const timeZoneOf = async (tx: Tx, tenantId: string): Promise<string> => {
  const [row] = await tx.select({ timeZone: tenants.timeZone }).from(tenants).where(eq(tenants.tenantId, tenantId))
  return row?.timeZone ?? 'UTC'
}
