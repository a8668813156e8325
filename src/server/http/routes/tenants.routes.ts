import * as administration from '#contract/tenant-administration.ts'
import * as contract from '#contract/tenants.ts'
import {
  listTenantMembers,
  listTenantOverviews,
  listTenants,
  listUserAssociations,
} from '../../services/tenants/list-tenants.ts'
import { changeTenant, deleteTenant, openTenant } from '../../services/tenants/manage-tenants.ts'
import { sessionOf } from '../caller.ts'
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
