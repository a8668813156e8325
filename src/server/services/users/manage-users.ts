import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { OneTimeLink, User, UserUpdateInput } from '#contract/users.ts'
import { type Member, mayChangeUser, mayRemoveUser, mayResetPassword } from '#domain/access/change-user.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { accessRequests, passwordResets } from '../../db/tables/access.table.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { notifications } from '../../db/tables/notifications.table.ts'
import { savedViewDefaults, savedViews } from '../../db/tables/saved-views.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { makeLinkToken } from '../credentials/secrets.ts'
import { writeSystem } from '../records/write-tenant.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findUser, presentUser, statusOf, type UserRow } from './find-user.ts'
import { lockInvitation } from './invitations.ts'
import { renewInvitation, updateInvitation, withdrawInvitation } from './manage-invitations.ts'

interface LockedMember {
  readonly row: UserRow
  readonly member: Member
  /** Active admins of the organization; locked, so that two requests cannot each remove the other's last one. */
  readonly admins: number
}

/**
 * A member of the organization, locked together with its admins; throws 404 for everyone else. With the account locked,
 * it cannot become another organization's too between the rule that allows a change and the change.
 */
export const lockMember = async (ctx: TenantContext, tx: Tx, userId: string): Promise<LockedMember> => {
  const admins = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(
      and(
        eq(memberships.tenantId, ctx.tenantId),
        eq(memberships.isAdmin, true),
        eq(memberships.status, 'Active'),
        eq(users.status, 'Active'),
      ),
    )
    .orderBy(memberships.userId)
    .for('update')
  const row = await findUser(tx, ctx.tenantId, userId)
  if (!row?.membership) throw new NotFoundError()
  const { user, membership } = row
  await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('update')
  const [elsewhere] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), ne(memberships.tenantId, ctx.tenantId)))
  return {
    row,
    member: {
      userId,
      isAdmin: membership.isAdmin,
      isSuperAdmin: user.isSuperAdmin,
      isActive: statusOf(row) === 'Active',
      isShared: (elsewhere?.count ?? 0) > 0,
      isInvited: false,
    },
    admins: admins.length,
  }
}

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
  writeSystem(ctx, async ({ tx, record }) => {
    const invitation = await lockInvitation(tx, ctx.tenantId, input.id)
    if (invitation) return updateInvitation(ctx, { tx, record, invitation }, input.changes)
    const { row, member, admins } = await lockMember(ctx, tx, input.id)
    const decision = mayChangeUser({ userId: ctx.userId, role: ctx.role }, member, input.changes, admins)
    if (!decision.ok) throw new RuleError(decision.reason)
    await storeChanges(ctx, tx, member, input.changes)
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
    // What works in another organization is that one's affair.
    const everywhere = isDisabled && (!member.isShared || member.isSuperAdmin)
    if (everywhere) await endSessions(tx, { userId: input.id })
    else if (isDisabled || to.isAdmin !== from.isAdmin) {
      await endSessions(tx, { userId: input.id, tenantId: ctx.tenantId })
    }
    return presentUser(after)
  })

/** A super admin enters every organization, so their account as such is disabled; everybody else here and nowhere else. */
const storeChanges = async (
  ctx: TenantContext,
  tx: Tx,
  { userId, isSuperAdmin }: Member,
  changes: Changes,
): Promise<void> => {
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

/** What was theirs alone in the organization. Views they share and what history says stay: those are the organization's. */
const eraseOwn = async (ctx: TenantContext, tx: Tx, userId: string): Promise<void> => {
  for (const table of [accessRequests, notifications, savedViewDefaults, idempotencyKeys]) {
    await tx.delete(table).where(and(eq(table.tenantId, ctx.tenantId), eq(table.userId, userId)))
  }
  const own = [eq(savedViews.tenantId, ctx.tenantId), eq(savedViews.ownerId, userId), eq(savedViews.shared, false)]
  await tx.delete(savedViews).where(and(...own))
}

/**
 * Takes a user out of the organization; an account that then belongs to none is deleted. Ends their sessions at once.
 * An invitation is withdrawn.
 */
export const deleteUser = (ctx: TenantContext, { id }: { id: string }): Promise<void> =>
  writeSystem(ctx, async ({ tx, record }) => {
    const invitation = await lockInvitation(tx, ctx.tenantId, id)
    if (invitation) return withdrawInvitation(ctx, { tx, record, invitation })
    const { row, member, admins } = await lockMember(ctx, tx, id)
    const decision = mayRemoveUser({ userId: ctx.userId, role: ctx.role }, member, admins)
    if (!decision.ok) throw new RuleError(decision.reason)
    const keepsAccount = member.isShared || member.isSuperAdmin
    await endSessions(tx, { userId: id, tenantId: keepsAccount ? ctx.tenantId : undefined })
    await tx.delete(memberships).where(and(eq(memberships.tenantId, ctx.tenantId), eq(memberships.userId, id)))
    await eraseOwn(ctx, tx, id)
    if (!keepsAccount) await tx.delete(users).where(eq(users.userId, id))
    record.history({
      entity: 'user',
      entityId: id,
      action: 'delete',
      changes: [{ field: 'email', from: row.user.email, to: null }],
    })
    record.changed('users', { id })
  })

/** Stores a new one-time token, in place of an earlier one of the same account; returns it as it is shown once. */
const storePasswordReset = async (ctx: TenantContext, tx: Tx, userId: string): Promise<OneTimeLink> => {
  const { token, tokenHash, expiresAt } = makeLinkToken(ctx.app.now())
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await tx.insert(passwordResets).values({ tokenHash, userId, issuedInTenantId: ctx.tenantId, expiresAt })
  return { kind: 'password', linkToken: token, expiresAt: expiresAt.toISOString() }
}

/**
 * Makes a link's token for a member, good once and for 24 hours; the present password works until then. For somebody
 * invited it is the next link of the invitation.
 */
export const issuePasswordReset = (ctx: TenantContext, { id }: { id: string }): Promise<OneTimeLink> =>
  writeSystem(ctx, async ({ tx, record }) => {
    const invitation = await lockInvitation(tx, ctx.tenantId, id)
    if (invitation) return renewInvitation(ctx, { tx, record, invitation })
    const { member } = await lockMember(ctx, tx, id)
    const decision = mayResetPassword({ userId: ctx.userId, role: ctx.role }, member)
    if (!decision.ok) throw new RuleError(decision.reason)
    const made = await storePasswordReset(ctx, tx, id)
    record.history({
      entity: 'user',
      entityId: id,
      action: 'update',
      changes: [{ field: 'passwordLink', from: null, to: made.expiresAt }],
    })
    return made
  })
