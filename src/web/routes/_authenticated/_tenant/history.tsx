import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { HistoryPage } from '#web/features/history/history-page.tsx'

/** The screen reads its search itself, so that the first load does not need its schema. */
export const Route = createFileRoute('/_authenticated/_tenant/history')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: HistoryRoute,
})

function HistoryRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (search: Record<string, unknown>) => void navigate({ search, replace: true }),
    [navigate],
  )
  return <HistoryPage search={Route.useSearch()} onSearch={onSearch} />
}
