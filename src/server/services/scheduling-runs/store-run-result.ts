import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'

/** As many as the list of runs shows. */
const keptResults = 50

/** Keeps what a run came to (`resultJson` = a `StoredRunResult`), and drops what older runs than the newest 50 came to. */
export const storeRunResult = (ctx: TenantContext, runId: string, resultJson: string): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await tx.execute(sql`
      insert into run_results (tenant_id, run_id, result) values (${ctx.tenantId}, ${runId}, ${resultJson}::jsonb)
      on conflict (tenant_id, run_id) do update set result = excluded.result`)
    await tx.execute(sql`
      delete from run_results where tenant_id = ${ctx.tenantId} and run_id not in (
        select run_id from scheduling_runs where tenant_id = ${ctx.tenantId}
        order by started_at desc, run_id desc limit ${keptResults})`)
  })
