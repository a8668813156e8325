import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { loadPlanStrips } from '#web/components/scheduling-run/load-plan-strips.ts'
import { AnalyticsScreen } from '#web/features/analytics/analytics-screen.tsx'
import { AnalyticsSearch, defaultAnalytics, type OnAnalyticsSearch } from '#web/features/analytics/analytics-search.ts'
import { loadAnalytics } from '#web/features/analytics/load-analytics.ts'

export const Route = createFileRoute('/_authenticated/_tenant/analytics')({
  validateSearch: AnalyticsSearch,
  search: { middlewares: [stripSearchParams(defaultAnalytics)] },
  loaderDeps: ({ search: { cell: _cell, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    loadAnalytics(queryClient, deps)
    return loadPlanStrips(queryClient)
  },
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
