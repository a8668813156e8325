import { useBlocker } from '@tanstack/react-router'
import { type BlockedLeave, useUnsavedChanges } from '#web/components/unsaved-changes/use-unsaved-changes.ts'

/** Holds back every way out of an edited pattern, also those that stay on the page: another pattern, another tab. */
export const useLeavePattern = (isDirty: boolean, shiftId: string | null): BlockedLeave | null => {
  const leaving = useUnsavedChanges(isDirty, 'shift', shiftId)
  const switching = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const choice = ({ search }: { search: object }) => JSON.stringify(search)
      return isDirty && current.pathname === next.pathname && choice(current) !== choice(next)
    },
    enableBeforeUnload: false,
    withResolver: true,
  })
  return leaving ?? (switching.status === 'blocked' ? { leave: switching.proceed, stay: switching.reset } : null)
}
