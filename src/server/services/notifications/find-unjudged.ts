import { eq } from 'drizzle-orm'
import { localDate } from '#domain/time/zone-dates.ts'
import type { AppServices } from '../../context.ts'
import { tenants } from '../../db/tables/tenants.table.ts'

/** Organisations whose plan has changed since people were last told, or whose day has. */
export const findUnjudged = async (app: AppServices): Promise<string[]> => {
  const rows = await app.db.readSystem((tx) =>
    tx
      .select({
        tenantId: tenants.tenantId,
        timeZone: tenants.timeZone,
        planVersion: tenants.planVersion,
        toldPlanVersion: tenants.toldPlanVersion,
        toldDay: tenants.toldDay,
      })
      .from(tenants)
      .where(eq(tenants.status, 'Active')),
  )
  const nowMs = app.now().getTime()
  return rows
    .filter((row) => row.planVersion !== row.toldPlanVersion || row.toldDay !== localDate(nowMs, row.timeZone))
    .map(({ tenantId }) => tenantId)
}
