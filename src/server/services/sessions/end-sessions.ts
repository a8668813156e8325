import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { announceSessionEnd } from './announce-session-end.ts'

interface Which {
  readonly userId: string
  /** Only those working in this organisation. */
  readonly tenantId?: string
  /** All but this one. */
  readonly exceptHash?: string
}

/** Ends sessions of a user, with their notification tokens and sockets, from the next request on. */
export const endSessions = async (tx: Tx, { userId, tenantId, exceptHash }: Which): Promise<void> => {
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        tenantId === undefined ? undefined : eq(sessions.currentTenantId, tenantId),
        exceptHash === undefined ? undefined : ne(sessions.sessionHash, exceptHash),
      ),
    )
    .returning({ sessionHash: sessions.sessionHash })
  await announceSessionEnd(
    tx,
    ended.map(({ sessionHash }) => sessionHash),
  )
}

/** Ends one session; nothing happens when it has ended already. */
export const endSession = async (tx: Tx, sessionHash: string): Promise<void> => {
  const ended = await tx.delete(sessions).where(eq(sessions.sessionHash, sessionHash)).returning()
  if (ended.length > 0) await announceSessionEnd(tx, [sessionHash])
}
