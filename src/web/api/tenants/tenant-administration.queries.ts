import { queryOptions } from '@tanstack/react-query'
import { listTenantMembers, listTenantOverviews } from '#contract/tenant-administration.ts'
import { call } from '#web/api/client.ts'
import { userKey } from '#web/api/query-keys.ts'

/** Every organization with its figures; super admins only. */
export const tenantOverviewsQuery = () =>
  queryOptions({
    queryKey: userKey('tenant-overviews'),
    queryFn: ({ signal }) => call(listTenantOverviews, {}, { signal }),
    staleTime: 0,
  })

/** People of one organization; super admins only. */
export const tenantMembersQuery = (id: string) =>
  queryOptions({
    queryKey: userKey('tenant-members', id),
    queryFn: ({ signal }) => call(listTenantMembers, { params: { id } }, { signal }),
    staleTime: 0,
  })
