import { type MemberAccess, memberAccesses } from '#contract/vocabulary.ts'
import { allowed, type Decision, refused } from './decision.ts'
import { isAdminRole, type Role } from './rights.ts'

/** The rights above a member's own, which the member may request. */
export const higherAccesses = (role: Role): readonly MemberAccess[] =>
  role === 'superAdmin' ? [] : memberAccesses.slice(memberAccesses.indexOf(role) + 1)

/** Whether a member may request a higher right. */
export const mayAskForAccess = (role: Role, wanted: MemberAccess, hasOpenRequest: boolean): Decision => {
  if (isAdminRole(role)) return refused('You already have admin rights.')
  if (!higherAccesses(role).includes(wanted)) return refused('You already have this access.')
  return hasOpenRequest ? refused('You already have an open request.') : allowed
}
