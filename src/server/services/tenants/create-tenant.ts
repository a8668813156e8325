import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { TenantSummary } from '#contract/tenants.ts'
import type { Tx } from '../../db/database.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { weekStartOf } from './week-start.ts'

/** Inserts the first plan of organizations: empty, and changed by hand. */
export const insertFirstPlan = async (tx: Tx, tenantIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`insert into plans (tenant_id, plan_id, kind)
    select tenant_id, plan_id, 'manual' from tenants where tenant_id = any(${sql.param([...tenantIds])}::uuid[])`)
}

/** Creates an organization with default settings. Its weeks begin as those of the region of its zone do. */
export const createTenant = async (
  tx: Tx,
  { name, timeZone = 'UTC' }: { name: string; timeZone?: string | undefined },
): Promise<TenantSummary> => {
  const tenantId = randomUUID()
  await tx.insert(tenants).values({ tenantId, name, timeZone, weekStartsOn: weekStartOf(timeZone) })
  await insertFirstPlan(tx, [tenantId])
  return { tenantId, name }
}
