import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { historyQuery } from '#web/api/history/history.queries.ts'
import { logFilterOf } from '#web/components/record-history/log-filter.ts'
import { LogSearch, type OnLogSearch } from '#web/components/record-history/log-search.ts'
import { HistoryPage } from '#web/features/history/history-page.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/history')({
  validateSearch: LogSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the log draws its own skeleton.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(historyQuery(logFilterOf(deps))),
  component: HistoryRoute,
})

function HistoryRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback<OnLogSearch>(
    (change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true }),
    [navigate],
  )
  return <HistoryPage search={Route.useSearch()} onSearch={onSearch} />
}
