import { createFileRoute } from '@tanstack/react-router'
import { assistantCallsQuery } from '#web/api/integrations/assistants.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { AssistantsScreen } from '#web/features/assistants/assistants-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/assistants')({
  staticData: { transition: 'slideUp' },
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(assistantCallsQuery()),
  component: AssistantsScreen,
  pendingComponent: PageSkeleton,
})
