import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PromiseDateScreen } from '#web/features/promise-date/promise-date-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/promise-date')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: PromiseDateRoute,
})

function PromiseDateRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (search: Record<string, unknown>) => void navigate({ search, replace: true }),
    [navigate],
  )
  return <PromiseDateScreen search={Route.useSearch()} onSearch={onSearch} />
}
