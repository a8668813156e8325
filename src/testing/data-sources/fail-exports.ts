import { scheduledExports } from '#server/db/tables/scheduled-exports.table.ts'
import type { TestTenant } from '../builders/build-tenant.ts'
import type { TestServer } from '../server-harness.ts'

/** Makes all scheduled exports of an organization look as if they had failed so often in a row. */
export const failExports = async (
  server: TestServer,
  tenant: TestTenant,
  failed: { readonly failures: number; readonly problem: string },
): Promise<void> => {
  const ctx = await server.contextOf(tenant.admin)
  await server.services.db.withTenant(ctx, (tx) => tx.update(scheduledExports).set(failed))
}
