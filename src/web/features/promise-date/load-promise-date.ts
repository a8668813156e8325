import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { projectOperationsQuery } from '#web/api/operations/operations.queries.ts'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { routingTemplatesQuery } from '#web/api/projects/routing-templates.queries.ts'

/** Loads the work centers, the projects and routing templates to choose from, and the operations of the selected project. */
export const loadPromiseDate = (client: QueryClient, projectId: string | undefined) =>
  Promise.all([
    client.ensureQueryData(categoriesQuery()),
    client.ensureQueryData(projectsQuery()),
    client.ensureQueryData(routingTemplatesQuery()),
    projectId === undefined ? [] : client.ensureQueryData(projectOperationsQuery(projectId)),
  ])
