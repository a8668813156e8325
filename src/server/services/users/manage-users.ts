import { isDeepStrictEqual } from 'node:util'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { OneTimeLink, User, UserUpdateInput } from '#contract/users.ts'
import {
  keptLimit,
  type Member,
  mayChangeUser,
  mayRemoveUser,
  mayResetPassword,
  mayResetSecondFactor,
  wantedAccess,
} from '#domain/access/change-user.ts'
import { may, withRole } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { accessRequests, passwordResets } from '../../db/tables/access.table.ts'
import { apiTokens } from '../../db/tables/api-tokens.table.ts'
import { assistantCalls } from '../../db/tables/assistant-calls.table.ts'
import { calendarFeeds } from '../../db/tables/calendar-feeds.table.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { notifications } from '../../db/tables/notifications.table.ts'
import { savedViewDefaults, savedViews } from '../../db/tables/saved-views.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { ForbiddenError, NotFoundError, RuleError } from '../../errors.ts'
import { removeSecondFactor } from '../credentials/second-factor.ts'
import { makeLinkToken } from '../credentials/secrets.ts'
import { writeSystem } from '../records/write-tenant.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findUser, hasSecondFactor, presentUser, statusOf, type UserRow } from './find-user.ts'
import { lockInvitation } from './invitations.ts'
import { renewInvitation, updateInvitation, withdrawInvitation } from './manage-invitations.ts'
import { missingCenters, requireCenters } from './require-centers.ts'

interface FoundMember {
  readonly row: UserRow
  readonly member: Member
}

interface LockedMember extends FoundMember {
  /** Number of active admins of the organization. They are locked, so that parallel requests cannot remove the last two. */
  readonly admins: number
}

/** A member of the organization. Throws 404 for all others. */
export const findMember = async (ctx: TenantContext, tx: Tx, userId: string): Promise<FoundMember> => {
  const row = await findUser(tx, ctx.tenantId, userId)
  if (!row?.membership) throw new NotFoundError()
  const { user, membership } = row
  const [elsewhere] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), ne(memberships.tenantId, ctx.tenantId)))
  return {
    row,
    member: {
      userId,
      access: membership.access,
      isSuperAdmin: user.isSuperAdmin,
      isActive: statusOf(row) === 'Active',
      isShared: (elsewhere?.count ?? 0) > 0,
      isInvited: false,
    },
  }
}

/**
 * Throws 403 if the caller is no longer an admin, so that one admin remains when two demote each other at the same
 * time.
 */
const requireStillAdmin = (ctx: TenantContext, admins: readonly { readonly userId: string }[]): void => {
  const isAdmin = ctx.role === 'superAdmin' || admins.some(({ userId }) => userId === ctx.userId)
  const decision = may(withRole(isAdmin ? ctx.role : 'view'), 'manageUsers')
  if (!decision.ok) throw new ForbiddenError(decision.reason)
}

/**
 * A member of the organization, locked together with its admins. Throws 404 for all others, and 403 when the caller is no admin any
 * more. The account is locked too, so that it cannot join another organization between the check of a rule and the change.
 */
export const lockMember = async (ctx: TenantContext, tx: Tx, userId: string): Promise<LockedMember> => {
  const admins = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(
      and(
        eq(memberships.tenantId, ctx.tenantId),
        eq(memberships.access, 'admin'),
        eq(memberships.status, 'Active'),
        eq(users.status, 'Active'),
      ),
    )
    .orderBy(memberships.userId)
    .for('update')
  requireStillAdmin(ctx, admins)
  await findMember(ctx, tx, userId)
  await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('update')
  return { ...(await findMember(ctx, tx, userId)), admins: admins.length }
}

type Changes = z.infer<typeof UserUpdateInput>

const tracked = ['name', 'displayName', 'role', 'status', 'access', 'workCenterIds'] as const

const trackedOf = ({ user, membership }: UserRow) => ({
  name: user.name,
  displayName: user.displayName,
  status: statusOf({ user, membership }),
  role: membership?.role ?? 'User',
  access: membership?.access ?? null,
  workCenterIds: membership?.workCenterIds ?? null,
})

/** Changes a member or an invitation. 400 for work centers that the organization does not have. A change of rights or disabling ends the sessions of the member at once. */
export const updateUser = async (ctx: TenantContext, input: { id: string; changes: Changes }): Promise<User> => {
  const missing = await missingCenters(ctx, input.changes.workCenterIds)
  return writeSystem(ctx, async ({ tx, record }) => {
    const invitation = await lockInvitation(tx, ctx.tenantId, input.id)
    if (invitation) {
      requireCenters(missing, invitation.workCenterIds)
      return updateInvitation(ctx, { tx, record, invitation }, input.changes)
    }
    const { row, member, admins } = await lockMember(ctx, tx, input.id)
    const decision = mayChangeUser({ userId: ctx.userId, role: ctx.role }, member, input.changes, admins)
    if (!decision.ok) throw new RuleError(decision.reason)
    requireCenters(missing, row.membership?.workCenterIds)
    await storeChanges(ctx, tx, member, input.changes)
    const after = await findUser(tx, ctx.tenantId, input.id)
    if (!after) throw new Error('A user vanished inside its own transaction')
    const [from, to] = [trackedOf(row), trackedOf(after)]
    const changes = tracked
      .filter((field) => !isDeepStrictEqual(from[field], to[field]))
      .map((field) => ({ field, from: from[field], to: to[field] }))
    if (changes.length > 0) {
      record.history({ entity: 'user', entityId: input.id, action: 'update', changes })
      record.changed('users', { id: input.id })
    }
    const isDisabled = to.status !== 'Active' && from.status === 'Active'
    // Sessions in other organizations stay open if the account is shared.
    const everywhere = isDisabled && (!member.isShared || member.isSuperAdmin)
    if (everywhere) await endSessions(tx, { userId: input.id })
    else if (isDisabled || to.access !== from.access) {
      await endSessions(tx, { userId: input.id, tenantId: ctx.tenantId })
    }
    return presentUser(after)
  })
}

/** Disabling applies to the account of a super admin, who can enter every organization, and to the membership of all others. */
const storeChanges = async (
  ctx: TenantContext,
  tx: Tx,
  { userId, isSuperAdmin, access: before }: Member,
  changes: Changes,
): Promise<void> => {
  const { name, displayName, status, role } = changes
  const access = wantedAccess(changes, before)
  const workCenterIds = keptLimit(access ?? before, changes.workCenterIds)
  const ofAccount = { name, displayName, status: isSuperAdmin ? status : undefined }
  const ofMembership = { role, access, workCenterIds, status: isSuperAdmin ? undefined : status }
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

/** Deletes the private records of a user in the organization. Shared views and history stay with the organization. */
const eraseOwn = async (ctx: TenantContext, tx: Tx, userId: string): Promise<void> => {
  const tables = [
    accessRequests,
    notifications,
    savedViewDefaults,
    idempotencyKeys,
    calendarFeeds,
    apiTokens,
    assistantCalls,
  ]
  for (const table of tables) {
    await tx.delete(table).where(and(eq(table.tenantId, ctx.tenantId), eq(table.userId, userId)))
  }
  const own = [eq(savedViews.tenantId, ctx.tenantId), eq(savedViews.ownerId, userId), eq(savedViews.shared, false)]
  await tx.delete(savedViews).where(and(...own))
}

/**
 * Removes a user from the organization, and deletes an account without other organizations. Ends the sessions at once.
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

/** Stores a new one-time token, which replaces an earlier one of the account. Returns it to be shown once. */
const storePasswordReset = async (ctx: TenantContext, tx: Tx, userId: string): Promise<OneTimeLink> => {
  const { token, tokenHash, expiresAt } = makeLinkToken(ctx.app.now())
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await tx.insert(passwordResets).values({ tokenHash, userId, issuedInTenantId: ctx.tenantId, expiresAt })
  return { kind: 'password', linkToken: token, expiresAt: expiresAt.toISOString() }
}

/**
 * Creates a password link for a member that works once within 24 hours. The present password works until it is used. For
 * an invitation it creates the next link.
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

/**
 * Turns off the second factor of a member who has lost the app and the recovery codes, and ends their sessions. Does nothing when
 * it is off.
 */
export const resetSecondFactor = (ctx: TenantContext, { id }: { id: string }): Promise<void> =>
  writeSystem(ctx, async ({ tx, record }) => {
    const { row, member } = await lockMember(ctx, tx, id)
    const decision = mayResetSecondFactor({ userId: ctx.userId, role: ctx.role }, member)
    if (!decision.ok) throw new RuleError(decision.reason)
    if (!hasSecondFactor(row.user)) return
    await removeSecondFactor(tx, id)
    await endSessions(tx, { userId: id })
    record.history({
      entity: 'user',
      entityId: id,
      action: 'update',
      changes: [{ field: 'twoFactorAuth', from: true, to: false }],
    })
    record.changed('users', { id })
  })
