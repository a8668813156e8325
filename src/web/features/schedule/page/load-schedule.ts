import type { QueryClient } from '@tanstack/react-query'
import { scheduleQuery } from '#web/api/schedule/schedule.queries.ts'
import { loadPlanStrips } from '#web/components/scheduling-run/load-plan-strips.ts'

/** Requests the plan, and awaits the data of the strips above it. The board draws its own skeleton while the plan loads. */
export const loadSchedule = (client: QueryClient): Promise<void> => {
  void client.prefetchQuery(scheduleQuery())
  return loadPlanStrips(client)
}
