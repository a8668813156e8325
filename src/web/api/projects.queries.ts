import { queryOptions } from '@tanstack/react-query'
import { getProject, listProjects } from '#contract/projects.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** Every project with its figures: the list, the dashboard and the board read this one answer. */
export const projectsQuery = () =>
  queryOptions({
    queryKey: tenantKey('projects', 'list'),
    queryFn: ({ signal }) => call(listProjects, {}, { signal }),
  })

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: tenantKey('projects', 'one', projectId),
    queryFn: ({ signal }) => call(getProject, { params: { id: projectId } }, { signal }),
  })
