import { useQuery } from '@tanstack/react-query'
import type { TenantSummary } from '#contract/tenants.ts'
import { myTenantsQuery } from '#web/api/tenants/my-tenants.queries.ts'
import { tenantsQuery } from '#web/api/tenants/tenants.queries.ts'
import { useSession } from '#web/stores/session.ts'
import { readAvailableTenants } from '#web/stores/stored-session.ts'

export interface Tenants {
  list: readonly TenantSummary[]
  loading: boolean
  /** The error of a request that is being retried. */
  failure: unknown
  /** The error text, in the specified words. */
  problem: string | null
  retry: () => void
}

const noneSentence = {
  superAdmin: 'No organizations available. Please contact support.',
  member: 'You do not have access to any organizations. Please contact your administrator.',
}

/** The organizations to choose from: all for a super admin, otherwise the user's own; cached until the server answers. */
export const useTenants = (): Tenants => {
  const { userId, isSuperAdmin } = useSession.getState()
  const all = useQuery({ ...tenantsQuery(), enabled: isSuperAdmin, retry: false })
  const own = useQuery({ ...myTenantsQuery(), enabled: !isSuperAdmin && userId !== null })
  const query = isSuperAdmin ? all : own
  const cached = query.data ? null : readAvailableTenants()
  const list = query.data ?? (Array.isArray(cached) ? cached : [])
  const problem = (): string | null => {
    if (query.isPending) return cached === 'unreadable' ? 'Error loading available organizations' : null
    if (query.isSuccess) return list.length > 0 ? null : noneSentence[isSuperAdmin ? 'superAdmin' : 'member']
    if (list.length > 0) return null
    return cached === 'unreadable'
      ? 'Error loading available organizations'
      : 'Failed to load organizations. Please try again.'
  }
  return {
    list,
    loading: query.isPending && list.length === 0,
    failure: query.failureReason,
    problem: problem(),
    retry: () => void query.refetch(),
  }
}
