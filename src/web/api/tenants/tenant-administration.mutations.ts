import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  deleteTenant,
  postTenant,
  putTenant,
  type TenantCreateInput,
  type TenantUpdateInput,
} from '#contract/tenant-administration.ts'
import { call } from '#web/api/client.ts'
import { userKey } from '#web/api/query-keys.ts'

const refresh = (queryClient: QueryClient) =>
  Promise.all(['tenant-overviews', 'tenants'].map((part) => queryClient.invalidateQueries({ queryKey: userKey(part) })))

/** Creates an organization with its first admin; the dialog shows errors. */
export const createTenantMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: TenantCreateInput) => call(postTenant, { body }),
    onSettled: () => refresh(queryClient),
  })

/** Renames, archives or restores an organization; a stale `version` is refused with code 'stale'. */
export const changeTenantMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ id, version, ...body }: { id: string; version: number } & z.output<typeof TenantUpdateInput>) =>
      call(putTenant, { params: { id }, body }, { ifMatch: version }),
    onSettled: () => refresh(queryClient),
  })

export const deleteTenantMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ id, confirmName }: { id: string; confirmName: string }) =>
      call(deleteTenant, { params: { id }, body: { confirmName } }),
    onSettled: () => refresh(queryClient),
  })
