import { queryOptions } from '@tanstack/react-query'
import { listAllStatusLinks, listStatusLinks, type StatusLinkInput } from '#contract/status-links.ts'
import { call } from '#web/api/client.ts'
import { fileHref } from '#web/api/files/file-href.ts'
import { tenantScope } from '#web/api/query-keys.ts'

/** Key of all lists of status links. Live events do not report them, so each list is read again when opened. */
export const statusLinksKey = () => [...tenantScope(), 'statusLinks'] as const

/** The status links of one project, newest first. */
export const statusLinksQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...statusLinksKey(), projectId],
    queryFn: ({ signal }) => call(listStatusLinks, { params: { id: projectId } }, { signal }),
    staleTime: 0,
  })

/** The status links of every project, for admins. */
export const allStatusLinksQuery = () =>
  queryOptions({
    queryKey: statusLinksKey(),
    queryFn: ({ signal }) => call(listAllStatusLinks, {}, { signal }),
    staleTime: 0,
  })

type Shown = Partial<Pick<StatusLinkInput, 'reference' | 'showsForecast'>>

/** Address of the preview of a status page with these options; only planners can open it. */
export const statusPreviewHref = (projectId: string, { reference = '', showsForecast = true }: Shown): string =>
  fileHref(`/projects/${projectId}/status-preview`, {
    reference: reference.trim(),
    forecast: showsForecast ? 'shown' : 'hidden',
  })
