import { createFileRoute } from '@tanstack/react-router'
import { proposalsQuery } from '#web/api/schedule/proposals.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { ProposalsScreen } from '#web/features/proposals/proposals-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/proposals/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(proposalsQuery()),
  component: ProposalsScreen,
  pendingComponent: PageSkeleton,
})
