import { createFileRoute } from '@tanstack/react-router'
import { dataSourcesQuery } from '#web/api/integrations/data-sources.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { SourcesScreen } from '#web/features/sources/sources-screen.tsx'
import { readSourcesSearch } from '#web/features/sources/sources-search.ts'
import { currentActor, refusalOf } from '#web/stores/actor.ts'

export const Route = createFileRoute('/_authenticated/_tenant/sources')({
  validateSearch: readSourcesSearch,
  loader: ({ context }) =>
    refusalOf(currentActor(), 'importWork') === null && context.queryClient.ensureQueryData(dataSourcesQuery()),
  component: SourcesPage,
  pendingComponent: PageSkeleton,
})

function SourcesPage() {
  const navigate = Route.useNavigate()
  return <SourcesScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}
