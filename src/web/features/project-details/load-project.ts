import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { holidaysQuery } from '#web/api/holidays.queries.ts'
import { projectOperationsQuery } from '#web/api/operations.queries.ts'
import { projectQuery } from '#web/api/projects.queries.ts'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'

/** Everything the page of a project stands on, asked for at once. Throws ApiError. */
export const loadProject = (client: QueryClient, projectId: string) => {
  // Closed time behind the strip: the page stands without it.
  void client.prefetchQuery(shiftsQuery())
  void client.prefetchQuery(holidaysQuery())
  return Promise.all([
    client.ensureQueryData(projectQuery(projectId)),
    client.ensureQueryData(projectOperationsQuery(projectId)),
    client.ensureQueryData(categoriesQuery()),
    client.ensureQueryData(tenantSettingsQuery()),
  ])
}
