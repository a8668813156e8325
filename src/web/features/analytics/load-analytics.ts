import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import {
  deliveryQuery,
  estimatesQuery,
  lateCausesQuery,
  learnedPacesQuery,
  loadMatrixQuery,
  projectFlowQuery,
} from '#web/api/overview/analytics.queries.ts'
import { storedDateSettings } from '#web/components/reader/use-date-settings.ts'
import { loadPlanStrips } from '#web/components/scheduling-run/load-plan-strips.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import { firstDay } from './first-day.ts'

/** Requests all data, and awaits only the data of the strips: each panel shows its own skeleton while it loads. */
export const loadAnalytics = (client: QueryClient, search: Omit<AnalyticsSearch, 'cell'>): Promise<void> => {
  const from = firstDay(search, Date.now(), storedDateSettings().zone)
  const { weeks, center: categoryId, phase } = search
  void client.prefetchQuery(categoriesQuery())
  void client.prefetchQuery(deliveryQuery({ from }))
  void client.prefetchQuery(projectFlowQuery({ from, categoryId }))
  void client.prefetchQuery(lateCausesQuery({ phase }))
  void client.prefetchQuery(estimatesQuery({ from, categoryId, phase }))
  void client.prefetchQuery(learnedPacesQuery())
  void client.prefetchQuery(loadMatrixQuery({ weeks, categoryId, phase }))
  return loadPlanStrips(client)
}
