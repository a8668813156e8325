import { queryOptions } from '@tanstack/react-query'
import { listLateParts } from '#contract/late-parts.ts'
import { listRemedies } from '#contract/remedies.ts'
import { retryComputing } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** The operations that make a project late. */
export const latePartsQuery = (projectId: string) =>
  queryOptions({
    queryKey: tenantKey('projects', 'late-parts', projectId),
    queryFn: ({ signal }) => call(listLateParts, { params: { projectId } }, { signal }),
  })

/** The remedies for a late project, best first. */
export const remediesQuery = (projectId: string) =>
  queryOptions({
    queryKey: tenantKey('projects', 'remedies', projectId),
    queryFn: ({ signal }) => call(listRemedies, { params: { projectId } }, { signal }),
    retry: retryComputing,
  })
