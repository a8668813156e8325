import { createFileRoute } from '@tanstack/react-router'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { DashboardScreen } from '#web/features/dashboard/dashboard-screen.tsx'
import { DashboardSkeleton } from '#web/features/dashboard/dashboard-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(projectsQuery()),
  component: DashboardScreen,
  pendingComponent: DashboardSkeleton,
})
