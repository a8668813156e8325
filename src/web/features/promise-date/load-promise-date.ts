import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { projectOperationsQuery } from '#web/api/operations.queries.ts'
import { projectsQuery } from '#web/api/projects.queries.ts'

/** Loads the work centers, the projects to choose from, and the operations of the chosen one. */
export const loadPromiseDate = (client: QueryClient, projectId: string | undefined) =>
  Promise.all([
    client.ensureQueryData(categoriesQuery()),
    client.ensureQueryData(projectsQuery()),
    projectId === undefined ? [] : client.ensureQueryData(projectOperationsQuery(projectId)),
  ])
