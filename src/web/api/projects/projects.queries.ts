import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { getProject, getProjectColumns, type ListedProject } from '#contract/projects.ts'
import type { HeldProjects } from '#domain/projects/take-in-projects.ts'
import { isUnknownCall } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { keepUp } from '#web/api/keep-up.ts'
import { findPlainProject, readPlainProjects } from '#web/api/plain-server.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

/** The change number of each list that was read. A list that entered the cache in another way has none. */
const heldOf = new WeakMap<readonly ListedProject[], HeldProjects>()

const readColumns = async (context: QueryFunctionContext): Promise<ListedProject[]> => {
  const cached = context.client.getQueryData<ListedProject[]>(context.queryKey)
  const listOf = (held: HeldProjects): ListedProject[] => {
    heldOf.set(held.projects, held)
    return held.projects
  }
  const held = await keepUp((cached && heldOf.get(cached)) ?? null, {
    ask: (query) => call(getProjectColumns, { query }, { signal: context.signal }),
    takeIn: async () => (await import('#domain/projects/take-in-projects.ts')).takeInProjects,
    show: (part) => context.client.setQueryData(context.queryKey, listOf(part)),
  })
  return listOf(held)
}

/** All projects with their computed figures. The list, the dashboard and the board share this query. */
export const projectsQuery = () =>
  queryOptions({
    queryKey: tenantKey('projects', 'list'),
    queryFn: (context): Promise<ListedProject[]> =>
      readColumns(context).catch(orPlainly(() => readPlainProjects(context.client, context.signal))),
    // Unchanged records are already the same objects.
    structuralSharing: false,
  })

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: tenantKey('projects', 'one', projectId),
    queryFn: ({ signal, client }) =>
      call(getProject, { params: { id: projectId } }, { signal }).catch((error: unknown) =>
        isUnknownCall(error) ? findPlainProject(client, projectId, error) : Promise.reject(error),
      ),
  })
