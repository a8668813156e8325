import { createFileRoute } from '@tanstack/react-router'
import { profileQuery } from '#web/api/one-user.queries.ts'
import { mySessionsQuery } from '#web/api/users.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { ProfileScreen } from '#web/features/account/profile-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/profile')({
  staticData: { transition: 'slideUp' },
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(profileQuery()), queryClient.ensureQueryData(mySessionsQuery())]),
  component: ProfileScreen,
  pendingComponent: PageSkeleton,
})
