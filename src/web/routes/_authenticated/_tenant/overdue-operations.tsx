import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { type OnListSearch, readListSearch, writeListSearch } from '#web/components/operation-table/list-search.ts'
import { loadOperationList } from '#web/components/operation-table/load-operation-list.ts'
import { OverdueScreen } from '#web/features/overdue/overdue-screen.tsx'
import { defaultOverdueSearch, tabOf } from '#web/features/overdue/overdue-search.ts'

export const Route = createFileRoute('/_authenticated/_tenant/overdue-operations')({
  validateSearch: (raw: Record<string, unknown>) => readListSearch(raw, defaultOverdueSearch),
  search: { middlewares: [({ search, next }) => writeListSearch(next(search), defaultOverdueSearch)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadOperationList(context.queryClient, { ...deps, tab: tabOf(deps) }),
  component: OverdueRoute,
  pendingComponent: PageSkeleton,
})

function OverdueRoute() {
  const navigate = Route.useNavigate()
  const onSearchChange = useCallback<OnListSearch>(
    (change, how) => void navigate({ search: (search) => ({ ...search, ...change }), replace: how !== 'push' }),
    [navigate],
  )
  return <OverdueScreen search={Route.useSearch()} onSearchChange={onSearchChange} />
}
