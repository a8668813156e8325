import type { QueryClient } from '@tanstack/react-query'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { scheduleQuery } from '#web/api/schedule.queries.ts'
import type { KanbanSearch } from './kanban-search.ts'

/** Requests the data of the board. It is not awaited, because the board shows a skeleton while its cards load. */
export const loadKanban = (client: QueryClient, { view }: Pick<KanbanSearch, 'view'>): void => {
  void client.prefetchQuery(projectsQuery())
  if (view === 'operation') void client.prefetchQuery(scheduleQuery())
}
