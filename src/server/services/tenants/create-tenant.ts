import { randomUUID } from 'node:crypto'
import type { TenantSummary } from '#contract/tenants.ts'
import type { Tx } from '../../db/database.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { insertFirstPlan } from './insert-first-plan.ts'

/** Creates an organisation; everything about it but its name starts at its default. */
export const createTenant = async (tx: Tx, input: { name: string; timeZone?: string }): Promise<TenantSummary> => {
  const tenantId = randomUUID()
  await tx.insert(tenants).values({ tenantId, name: input.name, timeZone: input.timeZone })
  await insertFirstPlan(tx, [tenantId])
  return { tenantId, name: input.name }
}
