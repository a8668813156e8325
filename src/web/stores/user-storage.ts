import type { z } from 'zod'
import { localStore } from './safe-storage.ts'
import { useSession } from './session.ts'

/** Kinds of data that this browser keeps for a user, per organization. */
export type UserStorageKind = 'navigation' | 'header'

const keyOf = (kind: UserStorageKind): string | null => {
  const { userId, tenantId } = useSession.getState()
  return userId !== null && tenantId !== null ? `${kind}:${tenantId}:${userId}` : null
}

/**
 * The stored data of the signed-in user in their organization; unreadable data gives what `schema` makes of `{}`.
 * These keys are kept after signing out, because they hold habits: paths and ids, never names.
 */
export const readUserStorage = <T>(kind: UserStorageKind, schema: z.ZodType<T>): T => {
  const key = keyOf(kind)
  try {
    const read = schema.safeParse(JSON.parse((key && localStore.get(key)) ?? '{}'))
    return read.success ? read.data : schema.parse({})
  } catch {
    return schema.parse({})
  }
}

/** Stores it; without a session nothing is stored. */
export const writeUserStorage = (kind: UserStorageKind, value: unknown): void => {
  const key = keyOf(kind)
  if (key) localStore.set(key, JSON.stringify(value))
}

/** Calls `read` whenever the user or the organization changes. */
export const onOtherUser = (read: () => void): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.userId !== before.userId || now.tenantId !== before.tenantId) read()
  })
