import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Initializing } from '#web/components/error-screens/initializing.tsx'
import { PageError } from '#web/components/error-screens/page-error.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { toasterWanted } from '#web/ui/toast.tsx'

const Toaster = lazy(() => import('#web/ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

function Root() {
  const wantsToaster = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get)
  return (
    <>
      <Outlet />
      <LiveRegion />
      <Suspense>{wantsToaster && <Toaster />}</Suspense>
    </>
  )
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: PageError,
  pendingComponent: Initializing,
})
