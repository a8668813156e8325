import { createFileRoute } from '@tanstack/react-router'
import { apiTokensQuery } from '#web/api/api-tokens.queries.ts'
import { mailStatusQuery } from '#web/api/mail.queries.ts'
import { secondFactorQuery } from '#web/api/second-factor.queries.ts'
import { meQuery } from '#web/api/users.queries.ts'
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
