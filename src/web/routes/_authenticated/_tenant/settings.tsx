import { createFileRoute } from '@tanstack/react-router'
import { secondFactorQuery } from '#web/api/auth/second-factor.queries.ts'
import { apiTokensQuery } from '#web/api/integrations/api-tokens.queries.ts'
import { mailStatusQuery } from '#web/api/notifications/mail.queries.ts'
import { meQuery } from '#web/api/users/users.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { SettingsScreen } from '#web/features/account/settings-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/settings')({
  staticData: { transition: 'slideUp' },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(mailStatusQuery())
    return Promise.all([
      queryClient.ensureQueryData(meQuery()),
      queryClient.ensureQueryData(secondFactorQuery()),
      queryClient.ensureQueryData(apiTokensQuery()),
    ])
  },
  component: SettingsScreen,
  pendingComponent: PageSkeleton,
})
