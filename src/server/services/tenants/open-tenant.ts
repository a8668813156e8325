import type { TenantCreateInput, TenantOverview } from '#contract/tenant-administration.ts'
import type { OneTimeLink } from '#contract/users.ts'
import type { SessionContext } from '../../context.ts'
import { storeInvitation } from '../invitations/store-invitation.ts'
import { createTenant } from './create-tenant.ts'
import { recordInTenant } from './record-in-tenant.ts'
import { findTenantOverview } from './tenant-overviews.ts'

interface Opened {
  readonly tenant: TenantOverview
  readonly link: OneTimeLink
}

/** Creates an organisation and invites its first admin, who belongs to it once they accept; nobody does before. */
export const openTenant = (ctx: SessionContext, input: TenantCreateInput): Promise<Opened> =>
  ctx.app.db.withSystem(async (tx) => {
    const { tenantId } = await createTenant(tx, { name: input.name, timeZone: input.timeZone })
    const { adminEmail: email, adminName: name } = input
    const admin = { tenantId, email, name, displayName: name, role: 'User', isAdmin: true }
    const { link } = await storeInvitation(tx, admin, ctx.app.now())
    await recordInTenant(ctx, tx, {
      tenantId,
      action: 'create',
      changes: [
        { field: 'name', from: null, to: input.name },
        { field: 'admin', from: null, to: email },
      ],
    })
    return { tenant: await findTenantOverview(tx, tenantId), link }
  })
