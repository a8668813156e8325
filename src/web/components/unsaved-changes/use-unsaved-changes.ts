import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startEditing, stopEditing } from '#web/stores/editing.ts'
import { useSession } from '#web/stores/session.ts'

/** Specification 2.11, literal; browsers of today show words of their own instead. */
export const leavePageWarning = 'You have unsaved changes. Are you sure you want to leave this page?'

/** A navigation that waits for an answer. */
export interface BlockedLeave {
  leave: () => void
  stay: () => void
}

/**
 * Keeps the editing context and holds back every way out while `hasUnsavedChanges`: the browser's by its own warning,
 * the router's until `leave` or `stay` is called (show them with UnsavedChangesDialog). A session that has ended is
 * never held back: its draft is kept and comes back after sign-in.
 */
export const useUnsavedChanges = (
  hasUnsavedChanges: boolean,
  entityType: string,
  entityId: string | null,
): BlockedLeave | null => {
  useEffect(() => {
    startEditing(entityType, entityId, hasUnsavedChanges)
    return stopEditing
  }, [hasUnsavedChanges, entityType, entityId])

  useEffect(() => {
    if (!hasUnsavedChanges) return
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      event.returnValue = leavePageWarning
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [hasUnsavedChanges])

  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      hasUnsavedChanges && current.pathname !== next.pathname && useSession.getState().userId !== null,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return blocker.status === 'blocked' ? { leave: blocker.proceed, stay: blocker.reset } : null
}
