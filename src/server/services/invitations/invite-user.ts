import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { OneTimeLink, User, UserCreateInput } from '#contract/users.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { writeSystem } from '../../db/transaction.ts'
import { ConflictError } from '../../errors.ts'
import { hasEmail } from '../users/find-user.ts'
import { presentInvitation } from './present-invitation.ts'
import { isInvited, storeInvitation } from './store-invitation.ts'

/** Asked of the organisation's own members only: their admins see those anyway. */
const isMember = async (tx: Tx, tenantId: string, email: string): Promise<boolean> => {
  const found = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(and(eq(memberships.tenantId, tenantId), hasEmail(email)))
  return found.length > 0
}

export const nameOfTenant = async (tx: Tx, tenantId: string): Promise<string | null> => {
  const [tenant] = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.tenantId, tenantId))
  return tenant?.name ?? null
}

/**
 * Invites somebody and returns the link they accept with. The same is done and answered whether or not the e-mail has an
 * account: nobody belongs to the organisation before they accept. 409 for a member, or somebody invited already.
 */
export const inviteUser = (
  ctx: TenantContext,
  input: z.infer<typeof UserCreateInput>,
): Promise<User & { link: OneTimeLink }> =>
  writeSystem(ctx, async (tx, record) => {
    const { email, name } = input
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
        isAdmin: input.isAdmin ?? false,
      },
      ctx.app.now(),
    )
    record.history({
      entity: 'user',
      entityId: row.invitationId,
      action: 'create',
      changes: [
        { field: 'email', from: null, to: row.email },
        { field: 'role', from: null, to: row.role },
        { field: 'isAdmin', from: null, to: row.isAdmin },
        { field: 'invitation', from: null, to: 'Invited' },
      ],
    })
    record.changed('users', { id: row.invitationId })
    return { ...presentInvitation(row, await nameOfTenant(tx, ctx.tenantId)), link }
  })
