import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'

/** Whether the stored membership makes the user an admin of the organisation. */
export const isAdminOf = async (tx: Tx, userId: string, tenantId: string): Promise<boolean> => {
  const [row] = await tx
    .select({ isAdmin: memberships.isAdmin })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.tenantId, tenantId)))
  return row?.isAdmin ?? false
}
