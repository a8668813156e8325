import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  grantAccessRequest,
  postAccessRequest,
  refuseAccessRequest,
  withdrawAccessRequest,
} from '#contract/access-requests.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: tenantKey('users') })

/** Asks for admin rights; the form says what failed. */
export const askForAccessMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: { reason: string }) => call(postAccessRequest, { body }),
    onSettled: () => refresh(queryClient),
  })

/** Takes back the request that waits. */
export const withdrawAccessMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(withdrawAccessRequest, { params: { id } }),
    onSettled: () => refresh(queryClient),
  })

/** Grants or refuses a request, with words for whoever asked; the dialog says what failed. */
export const decideAccessMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ id, grants, note }: { id: string; grants: boolean; note: string }) =>
      call(grants ? grantAccessRequest : refuseAccessRequest, { params: { id }, body: { note } }),
    onSettled: () => refresh(queryClient),
  })
