import { createFileRoute } from '@tanstack/react-router'
import { mySessionsQuery } from '#web/api/auth/sessions.queries.ts'
import { mySignInsQuery } from '#web/api/auth/sign-ins.queries.ts'
import { calendarFeedsQuery } from '#web/api/integrations/calendar-feeds.queries.ts'
import { profileQuery } from '#web/api/users/one-user.queries.ts'
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
