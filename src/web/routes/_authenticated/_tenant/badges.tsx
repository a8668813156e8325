import { createFileRoute } from '@tanstack/react-router'
import { workersQuery } from '#web/api/floor/workers.queries.ts'
import { BadgesScreen } from '#web/features/badges/badges-screen.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** Only admins read the codes of people; others see the refusal of the server. */
export const Route = createFileRoute('/_authenticated/_tenant/badges')({
  loader: ({ context }) => context.queryClient.ensureQueryData(workersQuery()),
  component: BadgesScreen,
  pendingComponent: () => <SkeletonRows columns="1fr 1fr" rows={4} label="Loading badges" />,
})
