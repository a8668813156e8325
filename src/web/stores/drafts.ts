import { sessionStore } from './safe-storage.ts'
import { useSession } from './session.ts'

const prefix = 'draft:'

const keyOf = (entityType: string, entityId: string | null) => {
  const { tenantId, userId } = useSession.getState()
  return `${prefix}${tenantId}:${userId}:${entityType}:${entityId ?? 'new'}`
}

/** Stores unsaved text of this tab under organization, user and entity, so that it survives a forced sign-in. */
export const saveDraft = <T extends object>(entityType: string, entityId: string | null, draft: T): void => {
  if (useSession.getState().userId !== null) sessionStore.set(keyOf(entityType, entityId), JSON.stringify(draft))
}

/** Returns the stored draft of an entity; null if there is none or it cannot be read. */
export const readDraft = <T extends object>(entityType: string, entityId: string | null): T | null => {
  try {
    const draft: unknown = JSON.parse(sessionStore.get(keyOf(entityType, entityId)) ?? 'null')
    return typeof draft === 'object' ? (draft as T | null) : null
  } catch {
    return null
  }
}

export const clearDraft = (entityType: string, entityId: string | null): void =>
  sessionStore.set(keyOf(entityType, entityId), null)

/** Called on logout and on a switch of the organization. */
export const clearDrafts = (): void => {
  for (const key of sessionStore.keys()) if (key.startsWith(prefix)) sessionStore.set(key, null)
}
