import { randomUUID } from 'node:crypto'
import { mintTenantContext, newServices, type TenantContext } from '#server/context.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { tenants } from '#server/db/tables/tenants.table.ts'
import { insertFirstPlan } from '#server/services/tenants/create-tenant.ts'

/** The context of an admin of one organization; nothing is stored. */
export const testTenantContext = (db: OpenDatabase, facts: Partial<TenantContext> = {}): TenantContext =>
  mintTenantContext({
    app: newServices({ db, now: () => new Date() }),
    tenantId: randomUUID(),
    userId: randomUUID(),
    userName: 'Test Admin',
    role: 'admin',
    workCenterIds: null,
    timeZone: 'UTC',
    requestId: randomUUID(),
    clientId: null,
    source: 'api',
    ...facts,
  })

/** Stores a new organization and returns the context of its admin. */
export const createTestTenant = async (
  db: OpenDatabase,
  facts: Partial<TenantContext> = {},
): Promise<TenantContext> => {
  const ctx = testTenantContext(db, facts)
  await db.withSystem(async (tx) => {
    await tx.insert(tenants).values({ tenantId: ctx.tenantId, name: `Tenant ${ctx.tenantId}` })
    await insertFirstPlan(tx, [ctx.tenantId])
  })
  return ctx
}
