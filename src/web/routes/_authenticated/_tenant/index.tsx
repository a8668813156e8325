import { createFileRoute } from '@tanstack/react-router'
import { dashboardQuery } from '#web/api/dashboard.queries.ts'
import { storedDateSettings } from '#web/components/reader/use-date-settings.ts'
import { DashboardScreen } from '#web/features/dashboard/dashboard-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/')({
  // Not awaited: the screen draws its own skeleton while the figures load.
  loader: ({ context }) => void context.queryClient.prefetchQuery(dashboardQuery(storedDateSettings().zone)),
  component: DashboardScreen,
})
