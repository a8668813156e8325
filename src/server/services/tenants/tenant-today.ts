import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { timeZoneOf } from '../records/tenant-row.ts'

/** 'yyyy-MM-dd' of the present day where the organization is. */
export const tenantToday = async (ctx: TenantContext): Promise<string> => {
  const zone = await readTenant(ctx, (tx) => timeZoneOf(tx, ctx.tenantId))
  return localDate(ctx.app.now().getTime(), zone)
}
