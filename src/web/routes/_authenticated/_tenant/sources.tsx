import { createFileRoute } from '@tanstack/react-router'
import { dataSourcesQuery } from '#web/api/integrations/data-sources.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { SourcesScreen } from '#web/features/sources/sources-screen.tsx'
import { readSourcesSearch, type SourcesSearch } from '#web/features/sources/sources-search.ts'
import { currentActor, refusalOf } from '#web/stores/actor.ts'

export const Route = createFileRoute('/_authenticated/_tenant/sources')({
  // The page checks it (`readSourcesSearch`): what is written here is part of the first load of every page.
  validateSearch: (search: SourcesSearch) => search,
  loader: ({ context }) =>
    refusalOf(currentActor(), 'importWork') === null && context.queryClient.ensureQueryData(dataSourcesQuery()),
  component: SourcesPage,
  pendingComponent: PageSkeleton,
})

function SourcesPage() {
  const navigate = Route.useNavigate()
  const search = readSourcesSearch({ ...Route.useSearch() })
  return <SourcesScreen search={search} onSearch={(next) => void navigate({ search: next })} />
}
