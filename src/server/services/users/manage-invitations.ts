import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { OneTimeLink, User, UserCreateInput, UserUpdateInput } from '#contract/users.ts'
import {
  keptLimit,
  type Member,
  mayChangeUser,
  mayRemoveUser,
  mayResetPassword,
  wantedAccess,
} from '#domain/access/change-user.ts'
import type { Decision } from '#domain/access/decision.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { ConflictError, RuleError } from '../../errors.ts'
import { hasEmail } from '../credentials/email.ts'
import { postMail } from '../records/post-mail.ts'
import { type Recorder, writeSystem } from '../records/write-tenant.ts'
import {
  changeInvitation,
  deleteInvitation,
  type InvitationRow,
  isInvited,
  presentInvitation,
  renewLink,
  storeInvitation,
} from './invitations.ts'
import { missingCenters, requireCenters } from './require-centers.ts'

/** Checks only members of this organization, whom its admins can see anyway. */
const isMember = async (tx: Tx, tenantId: string, email: string): Promise<boolean> => {
  const found = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(and(eq(memberships.tenantId, tenantId), hasEmail(email)))
  return found.length > 0
}

/** Sends the link of an invitation to the invited person, on an installation that sends e-mail. */
export const mailInvitation = async (
  app: AppServices,
  tx: Tx,
  tenantId: string,
  { linkToken: token, expiresAt }: OneTimeLink,
): Promise<void> => {
  if (token === null) return
  const message = { kind: 'invitation', token } as const
  await postMail(app, tx, [{ message, aboutTenantId: tenantId, expiresAt: new Date(expiresAt) }])
}

const nameOfTenant = async (tx: Tx, tenantId: string): Promise<string | null> => {
  const [tenant] = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.tenantId, tenantId))
  return tenant?.name ?? null
}

/**
 * Invites a person and returns the link for accepting. Works and answers the same whether or not the e-mail has an account,
 * because a person becomes a member by accepting. 400 for work centers that the organization does not have, 409 for a member or an invited person.
 */
export const inviteUser = async (
  ctx: TenantContext,
  input: z.infer<typeof UserCreateInput>,
): Promise<User & { link: OneTimeLink }> => {
  requireCenters(await missingCenters(ctx, input.workCenterIds))
  return writeSystem(ctx, async ({ tx, record }) => {
    const { email, name } = input
    const access = wantedAccess(input, 'plan') ?? 'plan'
    const [taken, invited] = [await isMember(tx, ctx.tenantId, email), await isInvited(tx, ctx.tenantId, email)]
    if (taken) throw new ConflictError('A user with this email is in the organization already.')
    if (invited) throw new ConflictError('This email has been invited already. Make a new link in the list of users.')
    const { row, link } = await storeInvitation(
      tx,
      {
        tenantId: ctx.tenantId,
        email,
        name,
        displayName: input.displayName || name,
        role: input.role || 'User',
        access,
        workCenterIds: keptLimit(access, input.workCenterIds ?? null),
      },
      ctx.app.now(),
    )
    await mailInvitation(ctx.app, tx, ctx.tenantId, link)
    record.history({
      entity: 'user',
      entityId: row.invitationId,
      action: 'create',
      changes: [
        { field: 'email', from: null, to: row.email },
        { field: 'role', from: null, to: row.role },
        { field: 'access', from: null, to: row.access },
        ...(row.workCenterIds ? [{ field: 'workCenterIds', from: null, to: row.workCenterIds }] : []),
        { field: 'invitation', from: null, to: 'Invited' },
      ],
    })
    record.changed('users', { id: row.invitationId })
    return { ...presentInvitation(row, await nameOfTenant(tx, ctx.tenantId)), link }
  })
}

/** An invitation as input of the rules, without an account. */
const asMember = (row: InvitationRow): Member => ({
  userId: row.invitationId,
  access: row.access,
  isSuperAdmin: false,
  isActive: false,
  isShared: false,
  isInvited: true,
})

const actorOf = (ctx: TenantContext) => ({ userId: ctx.userId, role: ctx.role })

const require = (decision: Decision): void => {
  if (!decision.ok) throw new RuleError(decision.reason)
}

const tracked = ['name', 'displayName', 'role', 'access', 'workCenterIds'] as const

interface Managed {
  readonly tx: Tx
  readonly record: Recorder
  /** The invitation, locked. */
  readonly invitation: InvitationRow
}

/** Changes the typed facts of an invitation. */
export const updateInvitation = async (
  ctx: TenantContext,
  { tx, record, invitation }: Managed,
  changes: z.infer<typeof UserUpdateInput>,
): Promise<User> => {
  require(mayChangeUser(actorOf(ctx), asMember(invitation), changes, 0))
  const { name, displayName, role } = changes
  const access = wantedAccess(changes, invitation.access)
  const workCenterIds = keptLimit(access ?? invitation.access, changes.workCenterIds)
  const after = await changeInvitation(tx, invitation, { name, displayName, role, access, workCenterIds })
  const differing = tracked
    .filter((field) => !isDeepStrictEqual(invitation[field], after[field]))
    .map((field) => ({ field, from: invitation[field], to: after[field] }))
  if (differing.length > 0) {
    record.history({ entity: 'user', entityId: after.invitationId, action: 'update', changes: differing })
    record.changed('users', { id: after.invitationId })
  }
  return presentInvitation(after, await nameOfTenant(tx, ctx.tenantId))
}

/** Withdraws an invitation, so that its link stops working. */
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

/** Creates the next link of an invitation, which replaces the earlier one. */
export const renewInvitation = async (
  ctx: TenantContext,
  { tx, record, invitation }: Managed,
): Promise<OneTimeLink> => {
  require(mayResetPassword(actorOf(ctx), asMember(invitation)))
  const link = await renewLink(tx, invitation, ctx.app.now())
  await mailInvitation(ctx.app, tx, ctx.tenantId, link)
  record.history({
    entity: 'user',
    entityId: invitation.invitationId,
    action: 'update',
    changes: [{ field: 'invitationLink', from: null, to: link.expiresAt }],
  })
  return link
}
