import { sessionStore } from './safe-storage.ts'
import { useSession } from './session.ts'

/** Something typed but not saved, kept through a forced sign-in (trust.md 71). */
export interface Draft<T> {
  values: T
  /** The version the draft was begun on, for If-Match; null for a new record. */
  version: number | null
}

const prefix = 'draft:'

const keyOf = (entityType: string, entityId: string | null) => {
  const { tenantId, userId } = useSession.getState()
  return `${prefix}${tenantId}:${userId}:${entityType}:${entityId ?? 'new'}`
}

/** Keeps a draft for this tab, under organisation, user and entity. */
export const saveDraft = <T>(entityType: string, entityId: string | null, draft: Draft<T>): void => {
  if (useSession.getState().userId !== null) sessionStore.set(keyOf(entityType, entityId), JSON.stringify(draft))
}

/** The draft kept for an entity; null when there is none or it cannot be read. */
export const readDraft = <T>(entityType: string, entityId: string | null): Draft<T> | null => {
  try {
    const draft: unknown = JSON.parse(sessionStore.get(keyOf(entityType, entityId)) ?? 'null')
    return draft !== null && typeof draft === 'object' && 'values' in draft ? (draft as Draft<T>) : null
  } catch {
    return null
  }
}

export const clearDraft = (entityType: string, entityId: string | null): void =>
  sessionStore.set(keyOf(entityType, entityId), null)

/** On logout and on a switch of the organisation. */
export const clearDrafts = (): void => {
  for (const key of sessionStore.keys()) if (key.startsWith(prefix)) sessionStore.set(key, null)
}
