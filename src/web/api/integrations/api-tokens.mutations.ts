import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type ApiTokenInput, deleteApiToken, postApiToken } from '#contract/api-tokens.ts'
import { call } from '#web/api/client.ts'
import { apiTokensKey } from './api-tokens.queries.ts'

const invalidate = (client: QueryClient) => client.invalidateQueries({ queryKey: apiTokensKey() })

/** Creates a token; only this answer contains it. The dialog shows errors. */
export const createApiTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: ApiTokenInput) => call(postApiToken, { body }),
    onSettled: () => invalidate(client),
    meta: { handled: true },
  })

export const revokeApiTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (tokenId: string) => call(deleteApiToken, { params: { tokenId } }),
    onSettled: () => invalidate(client),
  })
