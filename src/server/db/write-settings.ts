import { eq, sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import type { Tx } from './database.ts'
import { systemRole, tenantRole } from './row-level-security.ts'
import { tenants } from './tables/tenants.table.ts'

/**
 * Writes the settings of the context's own organization, including name and zone, in its transaction. Sessions depend on
 * those two, so an organization's role cannot write them (`row-level-security.ts`): this is the only way.
 * Returns the row; undefined when there is none.
 */
export const writeSettings = async (
  { tenantId }: TenantContext,
  tx: Tx,
  settings: Partial<Omit<typeof tenants.$inferInsert, 'tenantId' | 'status'>>,
): Promise<typeof tenants.$inferSelect | undefined> => {
  await tx.execute(sql.raw(`set local role ${systemRole}`))
  const [row] = await tx.update(tenants).set(settings).where(eq(tenants.tenantId, tenantId)).returning()
  await tx.execute(sql.raw(`set local role ${tenantRole}`))
  return row
}
