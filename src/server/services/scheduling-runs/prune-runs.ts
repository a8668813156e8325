import { sql } from 'drizzle-orm'
import type { AppServices, TenantContext } from '../../context.ts'
import { dropOldResults } from './store-run-result.ts'

/** Ten times as many as the list shows. A row takes about 1.5 KB. */
export const keptRuns = 500
/** Rows of one transaction, because all requests share the single connection of the embedded database. */
const runsPerPart = 200

/**
 * Deletes the runs behind the newest 500, in parts. Stays: a run that is going on or whose plan is stored (it can be compared, and
 * perhaps reverted), and the one that the dashboard shows. Several servers may do this at once: each skips the rows of the others.
 */
export const pruneRuns = async (ctx: TenantContext, signal?: AbortSignal): Promise<void> => {
  const own = sql`tenant_id = ${ctx.tenantId}`
  for (let left = true; left && !signal?.aborted; ) {
    left = await ctx.app.db.withTenant(
      ctx,
      async (tx) => {
        const { rows } = await tx.execute(sql`
          delete from scheduling_runs where ${own} and run_id in (
            select run_id from scheduling_runs r where ${own} and status <> 'Running'
              and (started_at, run_id) < (select started_at, run_id from scheduling_runs where ${own}
                order by started_at desc, run_id desc offset ${keptRuns - 1} limit 1)
              and not exists (select from plans n where n.tenant_id = r.tenant_id and n.run_id = r.run_id)
              and run_id is distinct from (select run_id from scheduling_runs
                where ${own} and status = 'Succeeded' and not preview and reverted_at is null
                order by started_at desc, run_id desc limit 1)
            limit ${runsPerPart} for update skip locked)
          returning run_id`)
        await dropOldResults(ctx, tx)
        return rows.length >= runsPerPart
      },
      'long',
    )
  }
}

/** Organizations with more runs than are kept. */
export const findManyRuns = (app: AppServices): Promise<string[]> =>
  app.db.readSystem(async (tx) => {
    const { rows } = await tx.execute<{ tenantId: string }>(sql`
      select tenant_id as "tenantId" from scheduling_runs group by tenant_id having count(*) > ${keptRuns}`)
    return rows.map(({ tenantId }) => tenantId)
  })
