import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { type OnListSearch, readListSearch, writeListSearch } from '#web/components/operation-table/list-search.ts'
import { loadOperationList } from '#web/components/operation-table/load-operation-list.ts'
import { OperationsScreen } from '#web/features/operations/operations-screen.tsx'
import { defaultOperationsSearch } from '#web/features/operations/operations-search.ts'

export const Route = createFileRoute('/_authenticated/_tenant/operations')({
  validateSearch: (raw: Record<string, unknown>) => readListSearch(raw, defaultOperationsSearch),
  search: { middlewares: [({ search, next }) => writeListSearch(next(search), defaultOperationsSearch)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadOperationList(context.queryClient, { ...deps, tab: 'all' }),
  component: OperationsRoute,
  pendingComponent: PageSkeleton,
})

function OperationsRoute() {
  const navigate = Route.useNavigate()
  const onSearchChange = useCallback<OnListSearch>(
    (change, how) => void navigate({ search: (search) => ({ ...search, ...change }), replace: how !== 'push' }),
    [navigate],
  )
  return <OperationsScreen search={Route.useSearch()} onSearchChange={onSearchChange} />
}
