import { eq, sql } from 'drizzle-orm'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import { addWorkingDays } from '#domain/time/add-working-days.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { instantOf } from '../../db/read-json.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'
import { datesDiffer, movesOfRun } from './run-moves.ts'

/**
 * How many operations a prepared plan moves that start inside the freeze window, or moves into it. Work that should have started already
 * is not frozen, as for a run.
 */
export const countFrozenMoves = async (ctx: TenantContext, tx: Tx, runId: string): Promise<number> => {
  const { tenantId } = ctx
  const [row] = await tx.select({ days: tenants.freezeWorkingDays }).from(tenants).where(eq(tenants.tenantId, tenantId))
  if (!row || row.days === 0) return 0
  const nowMs = ctx.app.now().getTime()
  const { standard } = shopCalendars({ categories: [], ...(await loadWorkingTime(tx, tenantId, nowMs)) }, nowMs)
  const [now, until] = [instantOf(nowMs), instantOf(addWorkingDays(nowMs, row.days, standard))]
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from ${movesOfRun(tenantId, runId)} c
    where ${datesDiffer(sql`c`)} and case when start_before >= ${now} and start_before < ${until} then true
      else start_after < ${until} and coalesce(start_before >= ${until}, true) end`)
  return rows[0]?.count ?? 0
}
