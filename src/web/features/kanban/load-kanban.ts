import type { QueryClient } from '@tanstack/react-query'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { scheduleQuery } from '#web/api/schedule/schedule.queries.ts'
import { loadPlanStrips } from '#web/components/scheduling-run/load-plan-strips.ts'
import type { KanbanSearch } from './kanban-search.ts'

/** Requests the data of the board, and awaits only the data of the strips: the board shows a skeleton while its cards load. */
export const loadKanban = (client: QueryClient, { view }: Pick<KanbanSearch, 'view'>): Promise<void> => {
  void client.prefetchQuery(projectsQuery())
  if (view === 'operation') void client.prefetchQuery(scheduleQuery())
  return loadPlanStrips(client)
}
