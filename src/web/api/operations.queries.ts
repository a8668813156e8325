import { queryOptions } from '@tanstack/react-query'
import { getOperation, listProjectOperations } from '#contract/operations.ts'
import { readWithOthers } from './batch-operations.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** Operations of one project, in sequence. */
export const projectOperationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: tenantKey('operations', 'of-project', projectId),
    queryFn: async ({ signal }) =>
      (await call(listProjectOperations, { params: { projectId } }, { signal })).projectOperations,
  })

/** The same for a screen with several projects: simultaneous requests share a call. */
export const operationsOfOneOfManyQuery = (projectId: string) =>
  queryOptions({ ...projectOperationsQuery(projectId), queryFn: () => readWithOthers(projectId) })

export const operationQuery = (projectId: string, operationId: string) =>
  queryOptions({
    queryKey: tenantKey('operations', 'one', projectId, operationId),
    queryFn: ({ signal }) => call(getOperation, { params: { projectId, operationId } }, { signal }),
  })
