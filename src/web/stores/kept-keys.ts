import { localStore } from './safe-storage.ts'
import type { SessionFacts } from './stored-session.ts'

/** Kinds of data that local storage keeps for one user in one organization, and deletes when either changes. */
export type KeptKind = 'notifications' | 'outbox'
const kinds: readonly KeptKind[] = ['notifications', 'outbox']

/** The key of this user in this organization; null without both. */
export const keptKey = (kind: KeptKind, { tenantId, userId }: Pick<SessionFacts, 'tenantId' | 'userId'>) =>
  tenantId !== null && userId !== null ? `${kind}:${tenantId}:${userId}` : null

/** Used when the organization is switched; a logout empties local storage anyway. */
export const clearKept = (): void => {
  for (const key of localStore.keys()) if (kinds.some((kind) => key.startsWith(`${kind}:`))) localStore.set(key, null)
}
