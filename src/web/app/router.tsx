import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Initializing } from '#web/components/error-screens/initializing.tsx'
import { routeTree } from '#web/routeTree.gen.ts'
import { LazyPartError } from './lazy-part-error.tsx'

/**
 * Shows 'Initializing application...' until the guards know the user and the organization. It is not the pending screen
 * of the guarded route, because the router shows a pending screen until all routes below have loaded.
 */
function UntilMatched({ children }: { children: ReactNode }) {
  const isMatched = useMatches({ select: (matches) => matches.length > 0 })
  return (
    <>
      {!isMatched && <Initializing />}
      {children}
    </>
  )
}

/** Creates the router with the shared query client, error screen and pending screen. */
export const createAppRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query client decides whether data is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: LazyPartError,
    InnerWrap: UntilMatched,
    scrollRestoration: true,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
