import * as administration from '#contract/tenant-administration.ts'
import * as contract from '#contract/tenants.ts'
import { changeTenant } from '../../services/tenants/change-tenant.ts'
import { deleteTenant } from '../../services/tenants/delete-tenant.ts'
import { listTenantMembers } from '../../services/tenants/list-tenant-members.ts'
import { listTenants, listUserAssociations } from '../../services/tenants/list-tenants.ts'
import { openTenant } from '../../services/tenants/open-tenant.ts'
import { listTenantOverviews } from '../../services/tenants/tenant-overviews.ts'
import { sessionOf } from '../request-caller.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const tenantsRoutes: readonly ServedRoute[] = [
  serve(contract.listTenants, ({ ctx }) => listTenants(ctx)),
  serve(administration.listTenantOverviews, ({ ctx }) => listTenantOverviews(ctx)),
  serve(administration.postTenant, ({ ctx, body }) => openTenant(ctx, body)),
  serve(administration.putTenant, ({ ctx, params, body, expectedVersion }) =>
    changeTenant(ctx, { tenantId: params.id, input: body, expectedVersion }),
  ),
  serve(administration.deleteTenant, async ({ ctx, params, body }) => {
    await deleteTenant(ctx, { tenantId: params.id, confirmName: body.confirmName })
    return undefined
  }),
  serve(administration.listTenantMembers, ({ ctx, params }) => listTenantMembers(ctx, { tenantId: params.id })),
  serve(contract.listUserAssociations, ({ ctx, params, request }) =>
    listUserAssociations(ctx, { session: sessionOf(request), userId: params.userId }),
  ),
]
