import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { scheduleQuery } from '#web/api/schedule.queries.ts'
import { KanbanScreen } from '#web/features/kanban/kanban-screen.tsx'
import { defaultKanbanSearch, KanbanSearch, type OnKanbanSearch } from '#web/features/kanban/kanban-search.ts'
import { KanbanSkeleton } from '#web/features/kanban/kanban-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/kanban')({
  validateSearch: KanbanSearch,
  search: { middlewares: [stripSearchParams(defaultKanbanSearch)] },
  loaderDeps: ({ search: { view } }) => ({ view }),
  // Not awaited: the board draws its own skeleton while its cards come.
  loader: ({ context: { queryClient }, deps: { view } }) => {
    void queryClient.prefetchQuery(projectsQuery())
    if (view === 'operation') void queryClient.prefetchQuery(scheduleQuery())
  },
  component: KanbanRoute,
})

function KanbanRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback<OnKanbanSearch>(
    (change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true }),
    [navigate],
  )
  const onOpen = useCallback((path: string) => void navigate({ href: path }), [navigate])
  return (
    <Suspense fallback={<KanbanSkeleton />}>
      <KanbanScreen search={Route.useSearch()} onSearch={onSearch} onOpen={onOpen} />
    </Suspense>
  )
}
