import { createFileRoute } from '@tanstack/react-router'
import { dashboardQuery } from '#web/api/overview/dashboard.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { loadPlanStrips } from '#web/components/scheduling-run/load-plan-strips.ts'
import { DashboardScreen } from '#web/features/dashboard/dashboard-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/')({
  // The figures are not awaited: the screen draws its own skeleton while they load.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(dashboardQuery())
    return loadPlanStrips(queryClient)
  },
  component: DashboardScreen,
  pendingComponent: PageSkeleton,
})
