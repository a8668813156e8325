import type { QueryClient } from '@tanstack/react-query'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { scheduleQuery } from '#web/api/schedule.queries.ts'
import type { KanbanSearch } from './kanban-search.ts'

/** Asks for what the board shows. Not awaited: the board draws its own skeleton while its cards come. */
export const loadKanban = (client: QueryClient, { view }: Pick<KanbanSearch, 'view'>): void => {
  void client.prefetchQuery(projectsQuery())
  if (view === 'operation') void client.prefetchQuery(scheduleQuery())
}
