import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { scheduleQuery } from '#web/api/schedule.queries.ts'
import { KanbanPage } from '#web/features/kanban/kanban-page.tsx'
import { defaultKanbanSearch, KanbanSearch, type OnKanbanSearch } from '#web/features/kanban/kanban-search.ts'

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
  return <KanbanPage search={Route.useSearch()} onSearch={onSearch} onOpen={onOpen} />
}
