import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { KanbanScreen } from '#web/features/kanban/kanban-screen.tsx'
import { defaultKanbanSearch, KanbanSearch, type OnKanbanSearch } from '#web/features/kanban/kanban-search.ts'
import { loadKanban } from '#web/features/kanban/load-kanban.ts'

export const Route = createFileRoute('/_authenticated/_tenant/kanban')({
  validateSearch: KanbanSearch,
  search: { middlewares: [stripSearchParams(defaultKanbanSearch)] },
  loaderDeps: ({ search: { view } }) => ({ view }),
  loader: ({ context, deps }) => loadKanban(context.queryClient, deps),
  component: KanbanRoute,
  pendingComponent: PageSkeleton,
})

function KanbanRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback<OnKanbanSearch>(
    (change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true }),
    [navigate],
  )
  const onOpen = useCallback((path: string) => void navigate({ href: path }), [navigate])
  return <KanbanScreen search={Route.useSearch()} onSearch={onSearch} onOpen={onOpen} />
}
