import { queryOptions } from '@tanstack/react-query'
import { listAllStatusLinks, listStatusLinks } from '#contract/status-links.ts'
import { call } from './client.ts'
import { tenantScope } from './query-keys.ts'

/** Key of all lists of status links. No live event names them, so each is read again when it is opened. */
export const statusLinksKey = () => [...tenantScope(), 'statusLinks'] as const

/** The status links of one project, the newest first. */
export const statusLinksQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...statusLinksKey(), projectId],
    queryFn: ({ signal }) => call(listStatusLinks, { params: { id: projectId } }, { signal }),
    staleTime: 0,
  })

/** Those of every project, for admins. */
export const allStatusLinksQuery = () =>
  queryOptions({
    queryKey: statusLinksKey(),
    queryFn: ({ signal }) => call(listAllStatusLinks, {}, { signal }),
    staleTime: 0,
  })
