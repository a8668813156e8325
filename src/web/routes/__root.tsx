import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Initializing } from '#web/components/error-screens/initializing.tsx'
import { PageError } from '#web/components/error-screens/page-error.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { ToasterHost } from '#web/ui/toast.tsx'

const Root = () => (
  <>
    <Outlet />
    <LiveRegion />
    <ToasterHost />
  </>
)

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: PageError,
  pendingComponent: Initializing,
})
