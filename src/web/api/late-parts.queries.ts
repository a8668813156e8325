import { queryOptions } from '@tanstack/react-query'
import { listLateParts } from '#contract/late-parts.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** What makes a project late. */
export const latePartsQuery = (projectId: string) =>
  queryOptions({
    queryKey: tenantKey('projects', 'late-parts', projectId),
    queryFn: ({ signal }) => call(listLateParts, { params: { projectId } }, { signal }),
  })
