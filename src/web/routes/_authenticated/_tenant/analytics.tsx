import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AnalyticsScreen } from '#web/features/analytics/analytics-screen.tsx'
import {
  AnalyticsSearch,
  defaultAnalyticsSearch,
  type OnAnalyticsSearch,
} from '#web/features/analytics/analytics-search.ts'

export const Route = createFileRoute('/_authenticated/_tenant/analytics')({
  validateSearch: AnalyticsSearch,
  search: { middlewares: [stripSearchParams(defaultAnalyticsSearch)] },
  component: AnalyticsRoute,
})

function AnalyticsRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback<OnAnalyticsSearch>(
    (change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false }),
    [navigate],
  )
  return <AnalyticsScreen search={Route.useSearch()} onSearch={onSearch} />
}
