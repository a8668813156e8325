import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { visitPath } from '#web/stores/navigation-history.ts'
import { useSession } from '#web/stores/session.ts'

/** Keeps the navigation analytics: every screen that was reached, by its path. */
export const useVisits = (): void => {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const tenantId = useSession((session) => session.tenantId)
  useEffect(() => {
    if (path !== undefined && tenantId !== null && path !== '/login') visitPath(path, Date.now())
  }, [path, tenantId])
}
