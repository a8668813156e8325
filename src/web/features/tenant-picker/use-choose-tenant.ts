import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TenantSummary } from '#contract/tenants.ts'
import { isApiError } from '#web/api/api-error.ts'
import { chooseTenantMutation } from '#web/api/tenants/tenants.mutations.ts'
import { useSession } from '#web/stores/session.ts'
import type { Tenants } from './use-tenants.ts'

/** Selects an organization. The only organization of a regular user opens without asking. */
export const useChooseTenant = ({ list, loading, problem }: Tenants, onChosen: () => void) => {
  const choose = useMutation(chooseTenantMutation(useQueryClient()))
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const asked = useRef(false)
  const only = !isSuperAdmin && !loading && problem === null && list.length === 1 ? list[0] : undefined
  const open = (tenant: TenantSummary) => {
    if (!choose.isPending) choose.mutate(tenant, { onSuccess: onChosen })
  }
  useEffect(() => {
    if (!only || asked.current) return
    asked.current = true
    choose.mutate(only, { onSuccess: onChosen })
  }, [only, choose.mutate, onChosen])
  const failure = choose.error
  return {
    open,
    /** The selected organization while the server sets it. */
    openingId: choose.isPending ? choose.variables.tenantId : null,
    auto: only !== undefined && failure === null,
    problem:
      failure === null
        ? null
        : isApiError(failure) && failure.fromServer
          ? failure.message
          : // A user with only one organization did not select it.
            only
            ? 'Failed to set tenant'
            : 'Failed to select organization',
  }
}
