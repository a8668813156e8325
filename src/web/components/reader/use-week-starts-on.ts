import { useQuery } from '@tanstack/react-query'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { useSession } from '#web/stores/session.ts'

/** First day of the organization's weeks, 1 = Monday ... 7 = Sunday. It is Monday while unknown and outside of organizations. */
export const useWeekStartsOn = (): number => {
  const isInside = useSession((session) => session.userId !== null && session.tenantId !== null)
  const { data } = useQuery({
    ...tenantSettingsQuery(),
    enabled: isInside,
    select: ({ weekStartsOn }) => weekStartsOn,
  })
  return data ?? 1
}
