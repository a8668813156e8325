import type { MemberAccess } from '#contract/vocabulary.ts'
import { allowed, type Decision, refused } from './decision.ts'
import { may, type Role, withRole } from './rights.ts'

export interface Actor {
  readonly userId: string
  readonly role: Role
}

/** A member of the organization or a person invited to it. */
export interface Member {
  readonly userId: string
  readonly access: MemberAccess
  readonly isSuperAdmin: boolean
  readonly isActive: boolean
  /** Whether the account also belongs to another organization. */
  readonly isShared: boolean
  /** Whether the invitation is still open: there is no account yet, only what an admin entered. */
  readonly isInvited: boolean
}

export interface UserChanges {
  readonly name?: unknown
  readonly displayName?: unknown
  readonly role?: unknown
  readonly status?: 'Active' | 'Disabled'
  readonly access?: MemberAccess
  readonly workCenterIds?: readonly string[] | null
  /** The specified flag: true requests admin rights; false turns an admin into a planner. */
  readonly isAdmin?: boolean
}

/** The access right that a change requests; undefined if it does not change it. */
export const wantedAccess = (
  { access, isAdmin }: Pick<UserChanges, 'access' | 'isAdmin'>,
  before: MemberAccess,
): MemberAccess | undefined => {
  if (access !== undefined || isAdmin === undefined) return access
  return isAdmin ? 'admin' : before === 'admin' ? 'plan' : undefined
}

/** The work-center limit of a membership. Only planners can have one. */
export const keptLimit = <Limit extends readonly string[] | null | undefined>(
  access: MemberAccess,
  workCenterIds: Limit,
): Limit | null => (access === 'plan' ? workCenterIds : null)

const lastAdmin = 'The last admin of an organization cannot be removed.'

/** Number of active admins in the organization, including the member. */
export type AdminCount = number

const losesAdmin = (member: Member, admins: AdminCount): boolean =>
  member.access === 'admin' && member.isActive && !member.isInvited && admins <= 1

const mayTouch = (actor: Actor, member: Member): Decision => {
  const managing = may(withRole(actor.role), 'manageUsers')
  if (!managing.ok) return managing
  if (member.isSuperAdmin && actor.role !== 'superAdmin') return refused('Only a super admin can change a super admin.')
  return allowed
}

/** Whether the actor may not change the member's name and password, because that would take over the account in other organizations too. */
const isOthersToo = (actor: Actor, member: Member): boolean =>
  member.isShared && actor.role !== 'superAdmin' && actor.userId !== member.userId

/** Whether `actor` may make these changes to `member`. Status, rights and role are those in this organization. */
export const mayChangeUser = (actor: Actor, member: Member, changes: UserChanges, admins: AdminCount): Decision => {
  const touching = mayTouch(actor, member)
  if (!touching.ok) return touching
  const access = wantedAccess(changes, member.access)
  const flips = access !== undefined && access !== member.access
  const disables = changes.status === 'Disabled' && member.isActive
  if (actor.userId === member.userId) {
    if (flips) return refused('You cannot change your own access.')
    if (changes.workCenterIds !== undefined) return refused('You cannot change your own work centers.')
    if (disables) return refused('You cannot disable your own account.')
  }
  if (member.isInvited) {
    return changes.status === undefined ? allowed : refused('This person has not accepted the invitation yet.')
  }
  const renames = changes.name !== undefined || changes.displayName !== undefined
  if (renames && isOthersToo(actor, member)) {
    return refused('This account also belongs to another organization: only its owner changes its name.')
  }
  if (((flips && access !== 'admin') || disables) && losesAdmin(member, admins)) return refused(lastAdmin)
  return allowed
}

/** Whether `actor` may change the access right of `member`. */
export const mayChangeAccess = (actor: Actor, member: Member, admins: AdminCount): Decision =>
  mayChangeUser(actor, member, { access: member.access === 'admin' ? 'plan' : 'admin' }, admins)

/** Whether `actor` may remove `member` from the organization. */
export const mayRemoveUser = (actor: Actor, member: Member, admins: AdminCount): Decision => {
  const touching = mayTouch(actor, member)
  if (!touching.ok) return touching
  if (actor.userId === member.userId) return refused('You cannot remove your own account.')
  return losesAdmin(member, admins) ? refused(lastAdmin) : allowed
}

/** Whether `actor` may turn off the second factor of `member`. Refused if the account also belongs to another organization. */
export const mayResetSecondFactor = (actor: Actor, member: Member): Decision => {
  const touching = mayTouch(actor, member)
  if (!touching.ok) return touching
  if (member.isInvited) return refused('This person has not accepted the invitation yet.')
  if (actor.userId === member.userId) return refused('Turn off your own two-factor authentication in your settings.')
  return isOthersToo(actor, member)
    ? refused(
        'This account also belongs to another organization: only its owner or a super admin changes how it signs in.',
      )
    : allowed
}

/**
 * Whether `actor` may create a link that sets `member`'s password, or renew an invitation link. Refused if the account
 * also belongs to another organization, because the link gives control of the account.
 */
export const mayResetPassword = (actor: Actor, member: Member): Decision => {
  const touching = mayTouch(actor, member)
  if (!touching.ok) return touching
  if (member.isInvited) return allowed
  if (actor.userId === member.userId) return refused('Change your own password in your profile.')
  if (!member.isActive) return refused('This account is disabled.')
  return isOthersToo(actor, member)
    ? refused(
        'This account also belongs to another organization: only its owner or a super admin changes its password.',
      )
    : allowed
}
