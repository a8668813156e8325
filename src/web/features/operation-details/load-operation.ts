import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { operationQuery, projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { workTimeQuery } from '#web/api/operations/work-intervals.queries.ts'
import { projectQuery } from '#web/api/projects/projects.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'

/** Loads all data of the page of an operation in parallel; its time on work is not awaited. Throws ApiError. */
export const loadOperation = (client: QueryClient, params: { projectId: string; operationId: string }) => {
  void client.prefetchQuery(workTimeQuery(params.projectId, params.operationId))
  return Promise.all([
    client.ensureQueryData(operationQuery(params.projectId, params.operationId)),
    client.ensureQueryData(projectQuery(params.projectId)),
    client.ensureQueryData(projectOperationsQuery(params.projectId)),
    client.ensureQueryData(categoriesQuery()),
    client.ensureQueryData(tenantSettingsQuery()),
  ])
}
