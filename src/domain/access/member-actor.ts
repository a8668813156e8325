import { accessOf } from '#contract/users.ts'
import type { MemberAccess } from '#contract/vocabulary.ts'
import { type Actor, roleOf } from './rights.ts'

interface MemberRight {
  readonly access?: MemberAccess | undefined
  readonly isAdmin: boolean
  readonly isSuperAdmin: boolean
  readonly workCenterIds?: readonly string[] | null
}

/** What a user of the contract may do in the organization in which they are seen. */
export const actorOf = (user: MemberRight): Actor => ({
  role: roleOf({ access: accessOf(user), isSuperAdmin: user.isSuperAdmin }),
  workCenterIds: user.workCenterIds ?? null,
})
