import { may, type Permission, roleOf } from '#domain/access/permissions.ts'
import { useSession } from '#web/stores/session.ts'

/** Why the signed-in user may not change working time; null when they may. */
export function useChangeRefusal(permission: Permission): string | null {
  const isAdmin = useSession((session) => session.isAdmin)
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const decision = may(roleOf({ isAdmin, isSuperAdmin }), permission)
  return decision.ok ? null : decision.reason
}
