import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type ErrorComponentProps, type RouterHistory } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { routeTree } from '#web/routeTree.gen.ts'
import { UntilMatched } from './until-matched.tsx'

const PartError = lazy(() =>
  import('#web/components/error-screens/part-error.tsx').then(({ PartError }) => ({ default: PartError })),
)

const LazyPartError = (props: ErrorComponentProps) => (
  <Suspense>
    <PartError {...props} />
  </Suspense>
)

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
