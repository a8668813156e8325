import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { dataSources } from '../../db/tables/data-sources.table.ts'

/** The patterns of the data sources that watch the folder of the organization. */
export const watchedPatterns = (ctx: TenantContext): Promise<string[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select({ origin: dataSources.origin, schedule: dataSources.schedule })
      .from(dataSources)
      .where(and(eq(dataSources.tenantId, ctx.tenantId), eq(dataSources.isPaused, false)))
    return rows.flatMap(({ origin, schedule }) =>
      origin.kind === 'folder' && schedule.kind === 'arrival' ? [origin.pattern] : [],
    )
  })
