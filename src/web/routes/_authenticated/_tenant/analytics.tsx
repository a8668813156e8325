import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { AnalyticsScreen } from '#web/features/analytics/analytics-screen.tsx'
import { AnalyticsSearch, defaultAnalytics, type OnAnalyticsSearch } from '#web/features/analytics/analytics-search.ts'
import { loadAnalytics } from '#web/features/analytics/load-analytics.ts'

export const Route = createFileRoute('/_authenticated/_tenant/analytics')({
  validateSearch: AnalyticsSearch,
  search: { middlewares: [stripSearchParams(defaultAnalytics)] },
  loaderDeps: ({ search: { cell: _cell, ...search } }) => search,
  loader: ({ context, deps }) => loadAnalytics(context.queryClient, deps),
  component: AnalyticsRoute,
  pendingComponent: PageSkeleton,
})

function AnalyticsRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback<OnAnalyticsSearch>(
    (change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false }),
    [navigate],
  )
  return <AnalyticsScreen search={Route.useSearch()} onSearch={onSearch} />
}
