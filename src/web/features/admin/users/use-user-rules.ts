import type { ListedUser } from '#contract/users.ts'
import {
  mayChangeAccess,
  mayChangeUser,
  mayRemoveUser,
  mayResetPassword,
  mayResetSecondFactor,
  type UserChanges,
} from '#domain/access/change-user.ts'
import type { Decision } from '#domain/access/decision.ts'
import { useActor } from '#web/stores/actor.ts'
import { useSession } from '#web/stores/session.ts'
import { memberOf } from './user-list.ts'

const reason = (decision: Decision): string | null => (decision.ok ? null : decision.reason)

/** Why the reader may not perform an action on a user; null if they may. The server applies the same rules. */
export const useUserRules = (user: ListedUser, admins: number) => {
  const session = useSession()
  const actor = { userId: session.userId ?? '', role: useActor().role }
  const member = memberOf(user)
  return {
    access: reason(mayChangeAccess(actor, member, admins)),
    change: (changes: UserChanges) => reason(mayChangeUser(actor, member, changes, admins)),
    remove: reason(mayRemoveUser(actor, member, admins)),
    reset: reason(mayResetPassword(actor, member)),
    resetSecondFactor: reason(mayResetSecondFactor(actor, member)),
  }
}
