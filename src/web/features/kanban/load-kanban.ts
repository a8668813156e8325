import type { QueryClient } from '@tanstack/react-query'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { scheduleQuery } from '#web/api/schedule.queries.ts'

/** Asks for what the board shows. Not awaited: it draws its own skeleton while its cards come. */
export const loadKanban = (queryClient: QueryClient, view: 'project' | 'operation'): void => {
  void queryClient.prefetchQuery(projectsQuery())
  if (view === 'operation') void queryClient.prefetchQuery(scheduleQuery())
}
