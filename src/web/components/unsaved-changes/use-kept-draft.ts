import { useEffect } from 'react'
import { clearDraft, readDraft, saveDraft } from '#web/stores/drafts.ts'
import { useSession } from '#web/stores/session.ts'

/** What an ended session left behind of a screen's edits; null when there is nothing. */
export const readKeptDraft = <Kept>(entityType: string, entityId: string | null): Kept | null =>
  readDraft<Kept>(entityType, entityId)?.values ?? null

/**
 * Keeps `kept` (what was typed, and the record it was typed over) while `isChanged`, so that no end of a session loses
 * it. Leaving the screen while signed in is meant and drops it.
 */
export const useKeptDraft = (entityType: string, entityId: string | null, isChanged: boolean, kept: object): void => {
  const text = JSON.stringify(kept)
  useEffect(() => {
    if (useSession.getState().userId === null) return
    if (isChanged) saveDraft(entityType, entityId, { values: JSON.parse(text), version: null })
    else clearDraft(entityType, entityId)
  }, [entityType, entityId, isChanged, text])
  useEffect(
    () => () => {
      if (useSession.getState().userId !== null) clearDraft(entityType, entityId)
    },
    [entityType, entityId],
  )
}
