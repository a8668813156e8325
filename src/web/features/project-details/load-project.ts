import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { projectQuery } from '#web/api/projects/projects.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { loadPlanStrips } from '#web/components/scheduling-run/load-plan-strips.ts'

/** Loads all data of the page of a project in parallel. Throws ApiError. */
export const loadProject = (client: QueryClient, projectId: string) => {
  // Only the closed time behind the strip needs the shifts, so the page does not wait for them.
  void client.prefetchQuery(shiftsQuery())
  void client.prefetchQuery(holidaysQuery())
  return Promise.all([
    client.ensureQueryData(projectQuery(projectId)),
    client.ensureQueryData(projectOperationsQuery(projectId)),
    client.ensureQueryData(categoriesQuery()),
    client.ensureQueryData(tenantSettingsQuery()),
    loadPlanStrips(client),
  ])
}
