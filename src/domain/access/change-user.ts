import { allowed, type Decision, refused } from './decision.ts'
import { may, type Role } from './permissions.ts'

export interface Actor {
  readonly userId: string
  readonly role: Role
}

/** A member of the organization or somebody invited to it, as the rules see them. */
export interface Member {
  readonly userId: string
  readonly isAdmin: boolean
  readonly isSuperAdmin: boolean
  readonly isActive: boolean
  /** Has accepted an invitation of another organization too: the account is not this organization's alone. */
  readonly isShared: boolean
  /** Has not accepted: what an admin typed, and nobody's account. */
  readonly isInvited: boolean
}

export interface UserChanges {
  readonly name?: unknown
  readonly displayName?: unknown
  readonly role?: unknown
  readonly status?: 'Active' | 'Disabled'
  readonly isAdmin?: boolean
}

const lastAdmin = 'The last admin of an organization cannot be removed.'

/** Active admins of the organization, the member included. */
export type AdminCount = number

const losesAdmin = (member: Member, admins: AdminCount): boolean =>
  member.isAdmin && member.isActive && !member.isInvited && admins <= 1

const mayTouch = (actor: Actor, member: Member): Decision => {
  const managing = may(actor.role, 'manageUsers')
  if (!managing.ok) return managing
  if (member.isSuperAdmin && actor.role !== 'superAdmin') return refused('Only a super admin can change a super admin.')
  return allowed
}

/** Whose name and password are not the actor's to change: whoever changes those holds the account everywhere. */
const isOthersToo = (actor: Actor, member: Member): boolean =>
  member.isShared && actor.role !== 'superAdmin' && actor.userId !== member.userId

/** Whether `actor` may make these changes to `member`. A status is that in the organization, rights and role too. */
export const mayChangeUser = (actor: Actor, member: Member, changes: UserChanges, admins: AdminCount): Decision => {
  const touching = mayTouch(actor, member)
  if (!touching.ok) return touching
  const flips = changes.isAdmin !== undefined && changes.isAdmin !== member.isAdmin
  const disables = changes.status === 'Disabled' && member.isActive
  if (actor.userId === member.userId) {
    if (flips) return refused('You cannot change your own admin rights.')
    if (disables) return refused('You cannot disable your own account.')
  }
  if (member.isInvited) {
    return changes.status === undefined ? allowed : refused('This person has not accepted the invitation yet.')
  }
  const renames = changes.name !== undefined || changes.displayName !== undefined
  if (renames && isOthersToo(actor, member)) {
    return refused('This account also belongs to another organization: only its owner changes its name.')
  }
  if (((flips && changes.isAdmin === false) || disables) && losesAdmin(member, admins)) return refused(lastAdmin)
  return allowed
}

/** Whether `actor` may take `member` out of the organization. */
export const mayRemoveUser = (actor: Actor, member: Member, admins: AdminCount): Decision => {
  const touching = mayTouch(actor, member)
  if (!touching.ok) return touching
  if (actor.userId === member.userId) return refused('You cannot remove your own account.')
  return losesAdmin(member, admins) ? refused(lastAdmin) : allowed
}

/**
 * Whether `actor` may make a link that sets `member`'s password, or the next link of an invitation. Not of an account that
 * opens another organization too: whoever holds the link holds the account.
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
