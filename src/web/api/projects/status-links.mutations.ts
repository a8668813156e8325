import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { deleteStatusLink, postStatusLink, type StatusLinkInput } from '#contract/status-links.ts'
import { call } from '#web/api/client.ts'
import { historyKey } from '#web/api/history/history.queries.ts'
import { statusLinksKey } from './status-links.queries.ts'

/** The project history has an entry for each link that was created or revoked. */
const invalidate = (client: QueryClient) =>
  Promise.all([statusLinksKey(), historyKey()].map((queryKey) => client.invalidateQueries({ queryKey })))

/** Creates a status link for a project; only this answer contains its token. The form shows errors. */
export const createStatusLinkMutation = (client: QueryClient, projectId: string) =>
  mutationOptions({
    mutationFn: (body: StatusLinkInput) => call(postStatusLink, { params: { id: projectId }, body }),
    onSettled: () => invalidate(client),
    meta: { handled: true },
  })

export const revokeStatusLinkMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (linkId: string) => call(deleteStatusLink, { params: { linkId } }),
    onSettled: () => invalidate(client),
  })
