import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { OperationsPage } from '#web/features/operations/operations-page.tsx'

/** The screen reads its search itself, so that the first load does not need its schema. */
export const Route = createFileRoute('/_authenticated/_tenant/operations')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: OperationsRoute,
})

function OperationsRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (search: Record<string, unknown>, how?: 'push' | 'replace') => void navigate({ search, replace: how !== 'push' }),
    [navigate],
  )
  return <OperationsPage search={Route.useSearch()} onSearch={onSearch} />
}
