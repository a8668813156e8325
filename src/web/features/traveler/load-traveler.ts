import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { projectQuery } from '#web/api/projects/projects.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'

/** Loads all data of a traveler in parallel. Throws ApiError. */
export const loadTraveler = (client: QueryClient, projectId: string) =>
  Promise.all([
    client.ensureQueryData(projectQuery(projectId)),
    client.ensureQueryData(projectOperationsQuery(projectId)),
    client.ensureQueryData(categoriesQuery()),
    client.ensureQueryData(tenantSettingsQuery()),
  ])
