import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sameValue } from '#domain/changes/same-value.ts'
import { useSession } from '#web/stores/session.ts'
import { startEditing, stopEditing } from './editing.ts'

/** The specified text; current browsers show their own instead. */
const leavePageWarning = 'You have unsaved changes. Are you sure you want to leave this page?'

/** A navigation that waits for the reader's answer. */
export interface BlockedLeave {
  leave: () => void
  stay: () => void
}

/**
 * Maintains the editing context and blocks leaving while `hasUnsavedChanges`: the browser shows its own warning, and
 * the router waits until `leave` or `stay` is called (show them with UnsavedChangesDialog). The end of a session is
 * never blocked: its draft is stored and returns after sign-in.
 */
export const useUnsavedChanges = (
  hasUnsavedChanges: boolean,
  entityType: string,
  entityId: string | null,
  /** What counts as leaving: another page, or any other URL if the page itself is in the search. */
  leaving: 'page' | 'address' = 'page',
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
      hasUnsavedChanges &&
      (current.pathname !== next.pathname || (leaving === 'address' && !sameValue(current.search, next.search))) &&
      useSession.getState().userId !== null,
    enableBeforeUnload: false,
    withResolver: true,
  })
  return blocker.status === 'blocked' ? { leave: blocker.proceed, stay: blocker.reset } : null
}
