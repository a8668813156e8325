import { queryOptions } from '@tanstack/react-query'
import { listFloorEntries } from '#contract/workers.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/**
 * Pieces and pauses that the shop floor reported about an operation, and the proposals with its rework: they change with proposals and
 * with operations.
 */
export const floorEntriesQuery = (projectId: string, operationId: string) =>
  queryOptions({
    queryKey: tenantKey('proposals', 'floor-entries', projectId, operationId),
    queryFn: ({ signal }) => call(listFloorEntries, { params: { projectId, operationId } }, { signal }),
  })
