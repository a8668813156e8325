import type { z } from 'zod'
import type { OneTimeLink, User, UserUpdateInput } from '#contract/users.ts'
import { type Member, mayChangeUser, mayRemoveUser, mayResetPassword } from '#domain/access/change-user.ts'
import type { Decision } from '#domain/access/decision.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Recorder } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { nameOfTenant } from './invite-user.ts'
import { presentInvitation } from './present-invitation.ts'
import { changeInvitation, deleteInvitation, type InvitationRow, renewLink } from './store-invitation.ts'

/** An invitation as the rules see it: nobody's account. */
const asMember = (row: InvitationRow): Member => ({
  userId: row.invitationId,
  isAdmin: row.isAdmin,
  isSuperAdmin: false,
  isActive: false,
  isShared: false,
  isInvited: true,
})

const actorOf = (ctx: TenantContext) => ({ userId: ctx.userId, standing: ctx.role })

const require = (decision: Decision): void => {
  if (!decision.ok) throw new RuleError(decision.reason)
}

const tracked = ['name', 'displayName', 'role', 'isAdmin'] as const

interface Managed {
  readonly tx: Tx
  readonly record: Recorder
  /** Locked. */
  readonly invitation: InvitationRow
}

/** Changes what was typed of somebody invited. */
export const updateInvitation = async (
  ctx: TenantContext,
  { tx, record, invitation }: Managed,
  changes: z.infer<typeof UserUpdateInput>,
): Promise<User> => {
  require(mayChangeUser(actorOf(ctx), asMember(invitation), changes, 0))
  const { name, displayName, role, isAdmin } = changes
  const after = await changeInvitation(tx, invitation, { name, displayName, role, isAdmin })
  const differing = tracked
    .filter((field) => invitation[field] !== after[field])
    .map((field) => ({ field, from: invitation[field], to: after[field] }))
  if (differing.length > 0) {
    record.history({ entity: 'user', entityId: after.invitationId, action: 'update', changes: differing })
    record.changed('users', { id: after.invitationId })
  }
  return presentInvitation(after, await nameOfTenant(tx, ctx.tenantId))
}

/** Withdraws an invitation: its link stops working. */
export const withdrawInvitation = async (ctx: TenantContext, { tx, record, invitation }: Managed): Promise<void> => {
  require(mayRemoveUser(actorOf(ctx), asMember(invitation), 0))
  await deleteInvitation(tx, invitation)
  record.history({
    entity: 'user',
    entityId: invitation.invitationId,
    action: 'delete',
    changes: [
      { field: 'email', from: invitation.email, to: null },
      { field: 'invitation', from: 'Invited', to: 'Withdrawn' },
    ],
  })
  record.changed('users', { id: invitation.invitationId })
}

/** Makes the next link of an invitation, in place of the one before. */
export const renewInvitation = async (
  ctx: TenantContext,
  { tx, record, invitation }: Managed,
): Promise<OneTimeLink> => {
  require(mayResetPassword(actorOf(ctx), asMember(invitation)))
  const link = await renewLink(tx, invitation, ctx.app.now())
  record.history({
    entity: 'user',
    entityId: invitation.invitationId,
    action: 'update',
    changes: [{ field: 'invitationLink', from: null, to: link.expiresAt }],
  })
  return link
}
