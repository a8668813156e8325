import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Initializing } from '#web/components/error-screens/initializing.tsx'
import { PageError } from '#web/components/error-screens/page-error.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'

const Toaster = lazy(() => import('#web/ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

const Root = () => (
  <>
    <Outlet />
    <LiveRegion />
    <Suspense>
      <Toaster />
    </Suspense>
  </>
)

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: PageError,
  pendingComponent: Initializing,
})
