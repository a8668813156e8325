import { queryOptions } from '@tanstack/react-query'
import { listTenants, listUserAssociations, type TenantSummary } from '#contract/tenants.ts'
import { call } from '#web/api/client.ts'
import { userKey } from '#web/api/query-keys.ts'
import { useSession } from '#web/stores/session.ts'
import { storeAvailableTenants } from '#web/stores/stored-session.ts'

export const byName = (tenants: TenantSummary[]) => tenants.toSorted((a, b) => a.name.localeCompare(b.name))

/** All organizations; super admins only. Also cached in browser storage. */
export const tenantsQuery = () =>
  queryOptions({
    queryKey: userKey('tenants'),
    queryFn: async ({ signal }) => {
      const tenants = byName(await call(listTenants, {}, { signal }))
      if (useSession.getState().userId !== null) storeAvailableTenants(tenants)
      return tenants
    },
  })

/** The organizations of one user. The guards handle a refusal. */
export const associationsQuery = (userId: string) =>
  queryOptions({
    queryKey: userKey('associations', userId),
    queryFn: async ({ signal }) => {
      const { tenants } = await call(listUserAssociations, { params: { userId } }, { signal, keeps401: true })
      return byName(tenants)
    },
    retry: false,
  })
