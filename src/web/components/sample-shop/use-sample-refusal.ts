import { may, roleOf } from '#domain/access/permissions.ts'
import { useSession } from '#web/stores/session.ts'

/** Why the signed-in user may not add or remove the sample shop; null when they may. */
export function useSampleRefusal(): string | null {
  const isAdmin = useSession((session) => session.isAdmin)
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const decision = may(roleOf({ isAdmin, isSuperAdmin }), 'manageSample')
  return decision.ok ? null : decision.reason
}
