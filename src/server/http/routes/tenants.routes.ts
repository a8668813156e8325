import * as contract from '#contract/tenants.ts'
import { listTenants, listUserAssociations } from '../../services/tenants/list-tenants.ts'
import { sessionOf } from '../request-caller.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const tenantsRoutes: readonly ServedRoute[] = [
  serve(contract.listTenants, ({ ctx }) => listTenants(ctx)),
  serve(contract.listUserAssociations, ({ ctx, params, request }) =>
    listUserAssociations(ctx, { session: sessionOf(request), userId: params.userId }),
  ),
]
