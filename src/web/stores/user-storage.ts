import type { z } from 'zod'
import { localStore } from './safe-storage.ts'
import { useSession } from './session.ts'

/** Kinds of what a person leaves behind in this browser, per organization. */
export type UserStorageKind = 'navigation' | 'header'

const keyOf = (kind: UserStorageKind): string | null => {
  const { userId, tenantId } = useSession.getState()
  return userId !== null && tenantId !== null ? `${kind}:${tenantId}:${userId}` : null
}

/**
 * What is stored for the signed-in person in their organization; anything unreadable reads as `schema` reads `{}`.
 * These keys outlive signing out, or nobody's habits would ever be known: they hold paths and ids, never names.
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

/** Calls `read` whenever another person or another organization is at work. */
export const onOtherUser = (read: () => void): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.userId !== before.userId || now.tenantId !== before.tenantId) read()
  })
