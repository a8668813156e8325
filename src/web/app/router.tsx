import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Initializing } from '#web/components/error-screens/initializing.tsx'
import { routeTree } from '#web/routeTree.gen.ts'
import { LazyPartError } from './lazy-part-error.tsx'

/**
 * 'Initializing application...' until the guards know who is there and where (specification 2.2). Not as the guarded
 * route's own pending screen: the router keeps a pending screen, once painted, until all that lies below has loaded.
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

/** The routes with what every one of them has: data through the query client, error and pending screens. */
export const createAppRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query client decides what is fresh.
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
