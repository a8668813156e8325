import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { OverduePage } from '#web/features/overdue/overdue-page.tsx'

/** The screen reads its search itself, so that the first load does not need its schema. */
export const Route = createFileRoute('/_authenticated/_tenant/overdue-operations')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: OverdueRoute,
})

function OverdueRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (search: Record<string, unknown>, how?: 'push' | 'replace') => void navigate({ search, replace: how !== 'push' }),
    [navigate],
  )
  return <OverduePage search={Route.useSearch()} onSearch={onSearch} />
}
