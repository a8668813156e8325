import { eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { readTenant } from '../../db/transaction.ts'

/** False while what the last run staged is being written into the operations: see `settlePlan`. */
export const isPlanSettled = (ctx: TenantContext): Promise<boolean> =>
  readTenant(ctx, async (tx) => {
    const [tenant] = await tx
      .select({ unsettled: tenants.unsettledRunId })
      .from(tenants)
      .where(eq(tenants.tenantId, ctx.tenantId))
    return !tenant?.unsettled
  })
