import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'

/** Whoever works in an organisation is known there by their own name from then on. */
export const acceptInvitation = async (tx: Tx, userId: string, tenantId: string): Promise<void> => {
  await tx
    .update(memberships)
    .set({ invitedName: null })
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId), isNotNull(memberships.invitedName)))
}
