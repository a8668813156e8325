import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { User, UserUpdateInput } from '#contract/users.ts'
import { type Member, mayChangeUser } from '#domain/access/change-user.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { writeSystem } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { updateInvitation } from '../invitations/manage-invitation.ts'
import { lockInvitation } from '../invitations/store-invitation.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { lockMember } from './find-member.ts'
import { findUser } from './find-user.ts'
import { presentUser, statusOf, type UserRow } from './present-user.ts'

type Changes = z.infer<typeof UserUpdateInput>

const tracked = ['name', 'displayName', 'role', 'status', 'isAdmin'] as const

const trackedOf = ({ user, membership }: UserRow) => ({
  name: user.name,
  displayName: user.displayName,
  status: statusOf({ user, membership }),
  role: membership?.role ?? 'User',
  isAdmin: membership?.isAdmin ?? false,
})

/** Changes a member, or what was typed of somebody invited; what it takes away ends their sessions at once. */
export const updateUser = (ctx: TenantContext, input: { id: string; changes: Changes }): Promise<User> =>
  writeSystem(ctx, async (tx, record) => {
    const invitation = await lockInvitation(tx, ctx.tenantId, input.id)
    if (invitation) return updateInvitation(ctx, { tx, record, invitation }, input.changes)
    const { row, member, admins } = await lockMember(ctx, tx, input.id)
    const decision = mayChangeUser({ userId: ctx.userId, standing: ctx.role }, member, input.changes, admins)
    if (!decision.ok) throw new RuleError(decision.reason)
    await store(ctx, tx, member, input.changes)
    const after = await findUser(tx, ctx.tenantId, input.id)
    if (!after) throw new Error('A user vanished inside its own transaction')
    const [from, to] = [trackedOf(row), trackedOf(after)]
    const changes = tracked
      .filter((field) => from[field] !== to[field])
      .map((field) => ({ field, from: from[field], to: to[field] }))
    if (changes.length > 0) {
      record.history({ entity: 'user', entityId: input.id, action: 'update', changes })
      record.changed('users', { id: input.id })
    }
    const isDisabled = to.status !== 'Active' && from.status === 'Active'
    // What works in another organisation is that one's affair.
    const everywhere = isDisabled && (!member.isShared || member.isSuperAdmin)
    if (everywhere) await endSessions(tx, { userId: input.id })
    else if (isDisabled || to.isAdmin !== from.isAdmin) {
      await endSessions(tx, { userId: input.id, tenantId: ctx.tenantId })
    }
    return presentUser(after)
  })

/** A super admin enters every organisation, so their account as such is disabled; everybody else here and nowhere else. */
const store = async (ctx: TenantContext, tx: Tx, { userId, isSuperAdmin }: Member, changes: Changes): Promise<void> => {
  const { name, displayName, status, role, isAdmin } = changes
  const ofAccount = { name, displayName, status: isSuperAdmin ? status : undefined }
  const ofMembership = { role, isAdmin, status: isSuperAdmin ? undefined : status }
  if (Object.values(ofAccount).some((value) => value !== undefined)) {
    await tx.update(users).set(ofAccount).where(eq(users.userId, userId))
  }
  if (Object.values(ofMembership).some((value) => value !== undefined)) {
    await tx
      .update(memberships)
      .set(ofMembership)
      .where(and(eq(memberships.tenantId, ctx.tenantId), eq(memberships.userId, userId)))
  }
}
