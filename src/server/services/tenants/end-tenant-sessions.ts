import { and, eq, ne } from 'drizzle-orm'
import type { SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { announceSessionEnd } from '../sessions/announce-session-end.ts'

/** Ends every session that works in an organisation; the super admin who asks keeps theirs, without an organisation. */
export const endTenantSessions = async (ctx: SessionContext, tx: Tx, tenantId: string): Promise<void> => {
  const inside = eq(sessions.currentTenantId, tenantId)
  const ended = await tx
    .delete(sessions)
    .where(and(inside, ne(sessions.userId, ctx.userId)))
    .returning({ sessionHash: sessions.sessionHash })
  const moved = await tx
    .update(sessions)
    .set({ currentTenantId: null })
    .where(inside)
    .returning({ sessionHash: sessions.sessionHash })
  await announceSessionEnd(
    tx,
    [...ended, ...moved].map(({ sessionHash }) => sessionHash),
  )
}
