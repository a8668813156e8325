import * as contract from '#contract/tenant-settings.ts'
import { changeTenantSettings, getTenantSettings } from '../../services/tenants/settings.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const tenantSettingsRoutes: readonly ServedRoute[] = [
  serve(contract.getTenantSettings, ({ ctx }) => getTenantSettings(ctx), 'cached'),
  serve(contract.putTenantSettings, ({ ctx, body, expectedVersion }) =>
    changeTenantSettings(ctx, { input: body, expectedVersion }),
  ),
]
