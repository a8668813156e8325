import { allowed, type Decision, refused } from './decision.ts'
import { may, type Standing } from './permissions.ts'

export interface Actor {
  readonly userId: string
  readonly standing: Standing
}

/** A member of the organisation, as the rules see them. */
export interface Member {
  readonly userId: string
  readonly isAdmin: boolean
  readonly isSuperAdmin: boolean
  readonly isActive: boolean
  /** Also belongs to an organisation that the actor does not manage. */
  readonly isShared: boolean
}

export interface UserChanges {
  readonly name?: unknown
  readonly displayName?: unknown
  readonly role?: unknown
  readonly status?: 'Active' | 'Disabled'
  readonly isAdmin?: boolean
}

const lastAdmin = 'The last admin of an organization cannot be removed.'

/** Active admins of the organisation, the member included. */
export type AdminCount = number

const losesAdmin = (member: Member, admins: AdminCount): boolean => member.isAdmin && member.isActive && admins <= 1

const mayTouch = (actor: Actor, member: Member): Decision => {
  const managing = may(actor.standing, 'manageUsers')
  if (!managing.ok) return managing
  if (member.isSuperAdmin && actor.standing !== 'superAdmin')
    return refused('Only a super admin can change a super admin.')
  return allowed
}

/** Whether `actor` may make these changes to `member`. */
export const mayChangeUser = (actor: Actor, member: Member, changes: UserChanges, admins: AdminCount): Decision => {
  const touching = mayTouch(actor, member)
  if (!touching.ok) return touching
  const flips = changes.isAdmin !== undefined && changes.isAdmin !== member.isAdmin
  const disables = changes.status === 'Disabled' && member.isActive
  if (actor.userId === member.userId) {
    if (flips) return refused('You cannot change your own admin rights.')
    if (disables) return refused('You cannot disable your own account.')
  }
  const ofAccount = [changes.name, changes.displayName, changes.status].some((value) => value !== undefined)
  if (ofAccount && member.isShared && actor.standing !== 'superAdmin' && actor.userId !== member.userId) {
    return refused('This account is shared with another organization: only a super admin changes its name or status.')
  }
  if (((flips && changes.isAdmin === false) || disables) && losesAdmin(member, admins)) return refused(lastAdmin)
  return allowed
}

/** Whether `actor` may take `member` out of the organisation. */
export const mayRemoveUser = (actor: Actor, member: Member, admins: AdminCount): Decision => {
  const touching = mayTouch(actor, member)
  if (!touching.ok) return touching
  if (actor.userId === member.userId) return refused('You cannot remove your own account.')
  return losesAdmin(member, admins) ? refused(lastAdmin) : allowed
}

/**
 * Whether `actor` may make a link that sets `member`'s password. Not of an account that opens another organisation too:
 * whoever holds the link holds the account.
 */
export const mayResetPassword = (actor: Actor, member: Member): Decision => {
  const touching = mayTouch(actor, member)
  if (!touching.ok) return touching
  if (actor.userId === member.userId) return refused('Change your own password in your profile.')
  if (!member.isActive) return refused('This account is disabled.')
  return member.isShared && actor.standing !== 'superAdmin'
    ? refused('This account is shared with another organization: only a super admin resets its password.')
    : allowed
}
