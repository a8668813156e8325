import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/** The plan that organisations begin with: empty, and changed by hand. */
export const insertFirstPlan = async (tx: Tx, tenantIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`insert into plans (tenant_id, plan_id, kind)
    select tenant_id, plan_id, 'manual' from tenants where tenant_id = any(${sql.param([...tenantIds])}::uuid[])`)
}
