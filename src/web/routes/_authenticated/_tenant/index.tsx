import { createFileRoute } from '@tanstack/react-router'
import { dashboardQuery } from '#web/api/overview/dashboard.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { loadPlanStrips } from '#web/components/scheduling-run/load-plan-strips.ts'
import { DashboardScreen } from '#web/features/dashboard/dashboard-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/')({
  // Not awaited: the screen draws its own skeleton.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(dashboardQuery())
    return loadPlanStrips(queryClient)
  },
  component: DashboardScreen,
  pendingComponent: PageSkeleton,
})
