import { useBlocker } from '@tanstack/react-router'
import type { BlockedLeave } from '#web/components/unsaved-changes/use-unsaved-changes.ts'

/** Blocks leaving an edited pattern for another pattern or tab on the same page. */
export const useLeavePattern = (isDirty: boolean): BlockedLeave | null => {
  const switching = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const choice = ({ search }: { search: object }) => JSON.stringify(search)
      return isDirty && current.pathname === next.pathname && choice(current) !== choice(next)
    },
    enableBeforeUnload: false,
    withResolver: true,
  })
  return switching.status === 'blocked' ? { leave: switching.proceed, stay: switching.reset } : null
}
