import { createFileRoute } from '@tanstack/react-router'
import { meQuery } from '#web/api/users.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { ProfileScreen } from '#web/features/account/profile-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/profile')({
  loader: ({ context }) => context.queryClient.ensureQueryData(meQuery()),
  component: ProfileScreen,
  pendingComponent: PageSkeleton,
})
