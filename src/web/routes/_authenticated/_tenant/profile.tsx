import { createFileRoute } from '@tanstack/react-router'
import { meQuery, mySessionsQuery } from '#web/api/users.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { ProfileScreen } from '#web/features/account/profile-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/profile')({
  staticData: { transition: 'slideUp' },
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(meQuery()), queryClient.ensureQueryData(mySessionsQuery())]),
  component: ProfileScreen,
  pendingComponent: PageSkeleton,
})
