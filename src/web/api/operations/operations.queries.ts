import { queryOptions } from '@tanstack/react-query'
import { getOperation, listProjectOperations } from '#contract/operations.ts'
import { isUnknownCall } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { ofProject, readWithOthers } from './batch-operations.ts'

/** Operations of one project, in sequence. */
export const projectOperationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: tenantKey('operations', 'of-project', projectId),
    queryFn: async ({ signal }) => {
      const { projectOperations } = await call(listProjectOperations, { params: { projectId } }, { signal })
      return ofProject(projectId, projectOperations)
    },
  })

/** Operations of one of several projects on a screen; simultaneous requests share a call. */
export const operationsOfOneOfManyQuery = (projectId: string) =>
  queryOptions({ ...projectOperationsQuery(projectId), queryFn: () => readWithOthers(projectId) })

export const operationQuery = (projectId: string, operationId: string) =>
  queryOptions({
    queryKey: tenantKey('operations', 'one', projectId, operationId),
    queryFn: ({ signal, client }) =>
      call(getOperation, { params: { projectId, operationId } }, { signal }).catch(async (error: unknown) => {
        if (!isUnknownCall(error)) throw error
        const operations = await client.fetchQuery({ ...projectOperationsQuery(projectId), staleTime: 0 })
        const found = operations.find((operation) => operation.operationId === operationId)
        if (!found) throw error
        return found
      }),
  })
