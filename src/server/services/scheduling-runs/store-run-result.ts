import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

/** The list of runs shows this many. */
const keptResults = 50

/** Deletes the results of runs older than the newest 50, apart from those that another server is deleting. It waits for nobody. */
export const dropOldResults = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  const own = sql`tenant_id = ${ctx.tenantId}`
  await tx.execute(sql`
    delete from run_results where ${own} and run_id in (
      select run_id from run_results where ${own} and run_id not in (
        select run_id from scheduling_runs where ${own} order by started_at desc, run_id desc limit ${keptResults})
      for update skip locked)`)
}

/** Stores the result of a run (`resultJson` = a `StoredRunResult`), and deletes results of runs older than the newest 50. */
export const storeRunResult = (ctx: TenantContext, runId: string, resultJson: string): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await tx.execute(sql`
      insert into run_results (tenant_id, run_id, result) values (${ctx.tenantId}, ${runId}, ${resultJson}::jsonb)
      on conflict (tenant_id, run_id) do update set result = excluded.result`)
    await dropOldResults(ctx, tx)
  })
