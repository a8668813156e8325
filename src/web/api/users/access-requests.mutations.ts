import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  type AccessRequestInput,
  grantAccessRequest,
  postAccessRequest,
  refuseAccessRequest,
  withdrawAccessRequest,
} from '#contract/access-requests.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: tenantKey('users') })

/** Asks for more access; the form shows errors. */
export const askForAccessMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: z.output<typeof AccessRequestInput>) => call(postAccessRequest, { body }),
    onSettled: () => refresh(queryClient),
  })

/** Withdraws the open request. */
export const withdrawAccessMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(withdrawAccessRequest, { params: { id } }),
    onSettled: () => refresh(queryClient),
  })

/** Grants or refuses a request, with a message to the requester; the dialog shows errors. */
export const decideAccessMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ id, grants, note }: { id: string; grants: boolean; note: string }) =>
      call(grants ? grantAccessRequest : refuseAccessRequest, { params: { id }, body: { note } }),
    onSettled: () => refresh(queryClient),
  })
