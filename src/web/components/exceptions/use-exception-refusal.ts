import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { refusalOf, useActor } from '#web/stores/actor.ts'

/**
 * Returns why the signed-in user may not enter or remove overtime, downtime and capacity at a work center (null: for
 * the organization); null if they may. Without an argument, checks whether they may anywhere. Until the settings of the
 * organization are known, the server decides.
 */
export function useExceptionRefusal(): (categoryId?: string | null) => string | null {
  const actor = useActor()
  const organization = useQuery(tenantSettingsQuery()).data
  return useCallback(
    (categoryId) =>
      refusalOf(actor, 'enterExceptions', {
        ...(organization && { organization }),
        ...(categoryId !== undefined && { workCenterIds: [categoryId] }),
      }),
    [actor, organization],
  )
}
