import { randomUUID } from 'node:crypto'
import type { TenantCreateInput, TenantOverview } from '#contract/tenant-administration.ts'
import type { PasswordReset } from '#contract/users.ts'
import type { SessionContext } from '../../context.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { findUsers, hasEmail } from '../users/find-user.ts'
import { storePasswordReset } from '../users/issue-password-reset.ts'
import { createTenant } from './create-tenant.ts'
import { recordInTenant } from './record-in-tenant.ts'
import { findTenantOverview } from './tenant-overviews.ts'

interface Opened {
  readonly tenant: TenantOverview
  readonly passwordReset: PasswordReset | null
}

/** Creates an organisation with its first admin: an existing account by its e-mail, else a new one with a one-time link. */
export const openTenant = (ctx: SessionContext, input: TenantCreateInput): Promise<Opened> =>
  ctx.app.db.withSystem(async (tx) => {
    const { tenantId } = await createTenant(tx, { name: input.name, timeZone: input.timeZone })
    const { adminEmail: email, adminName: name } = input
    const [existing] = await findUsers(tx, null, hasEmail(email))
    const userId = existing?.user.userId ?? randomUUID()
    if (!existing) await tx.insert(users).values({ userId, email, name, displayName: name })
    await tx.insert(memberships).values({ tenantId, userId, isAdmin: true, invitedName: existing ? name : null })
    await recordInTenant(ctx, tx, {
      tenantId,
      action: 'create',
      changes: [
        { field: 'name', from: null, to: input.name },
        { field: 'admin', from: null, to: email },
      ],
    })
    return {
      tenant: await findTenantOverview(tx, tenantId),
      passwordReset: existing ? null : await storePasswordReset(tx, { userId, tenantId, now: ctx.app.now() }),
    }
  })
