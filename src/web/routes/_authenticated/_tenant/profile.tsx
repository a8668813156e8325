import { createFileRoute } from '@tanstack/react-router'
import { calendarFeedsQuery } from '#web/api/calendar-feeds.queries.ts'
import { profileQuery } from '#web/api/one-user.queries.ts'
import { mySessionsQuery } from '#web/api/sessions.queries.ts'
import { mySignInsQuery } from '#web/api/sign-ins.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { ProfileScreen } from '#web/features/account/profile-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/profile')({
  staticData: { transition: 'slideUp' },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(profileQuery()),
      queryClient.ensureQueryData(mySessionsQuery()),
      queryClient.ensureQueryData(mySignInsQuery()),
      queryClient.ensureQueryData(calendarFeedsQuery()),
    ]),
  component: ProfileScreen,
  pendingComponent: PageSkeleton,
})
