import { accessOf } from '#contract/users.ts'
import type { MemberAccess } from '#contract/vocabulary.ts'
import { type Actor, roleOf } from './rights.ts'

interface MemberRight {
  readonly access?: MemberAccess | undefined
  readonly isAdmin: boolean
  readonly isSuperAdmin: boolean
  readonly workCenterIds?: readonly string[] | null
}

/** The actor that a user record describes, in the organization it was read from. */
export const actorOf = (user: MemberRight): Actor => ({
  role: roleOf({ access: accessOf(user), isSuperAdmin: user.isSuperAdmin }),
  workCenterIds: user.workCenterIds ?? null,
})
