import { type SQL, sql } from 'drizzle-orm'
import type { RunEffect } from '#contract/dashboard.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { preferHashes } from '../analytics/read-json.ts'
import { readOrganisation } from '../analytics/resolve-range.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import { datesDiffer, movesOfRun } from '../scheduling-runs/run-moves.ts'
import { newestPlan } from './find-last-run.ts'

type EffectRow = [sooner: number, later: number, becameLate: number, recovered: number]

/**
 * The newest plan against the one before it: a project's end is the latest planned end of its open operations, late = on a
 * calendar day behind its ship date. Operations that the run left alone count with the dates they have.
 */
export const getRunEffect = (ctx: TenantContext): Promise<RunEffect> =>
  readTenant(ctx, async (tx) => {
    const run = await newestPlan(ctx, tx)
    if (!run) return { runId: null, sooner: 0, later: 0, becameLate: 0, recovered: 0 }
    const { timeZone } = await readOrganisation(ctx, tx)
    await preferHashes(tx)
    const day = (instant: SQL): SQL => sql`((${instant}) at time zone ${timeZone}::text)::date`
    const late = (end: SQL): SQL =>
      sql`coalesce(${day(sql`${end} - interval '1 millisecond'`)} > ${day(sql`planned_ship_date`)}, false)`
    // Operations that the run did not move are the same before and after it: they count with the dates they have.
    const { rows } = await tx.execute<{ effect: EffectRow }>(sql`
      with ends as (
        select o.project_id, max(case when c.operation_id is null then o.scheduled_end_date else c.end_before end) as before,
          max(case when c.operation_id is null then o.scheduled_end_date else c.end_after end) as after
        from (select * from ${operationsInForce(ctx.tenantId)}) o
        left join (select * from ${movesOfRun(ctx.tenantId, run.runId)} m where ${datesDiffer(sql`m`)}) c
          on c.operation_id = o.operation_id
        where o.status <> 'Completed' group by 1)
      select json_build_array(count(*) filter (where after < before), count(*) filter (where after > before),
        count(*) filter (where before is not null and ${late(sql`after`)} and not ${late(sql`before`)}),
        count(*) filter (where after is not null and ${late(sql`before`)} and not ${late(sql`after`)})) as effect
      from ends join projects using (project_id) where tenant_id = ${ctx.tenantId}`)
    const [sooner, later, becameLate, recovered] = rows[0]?.effect ?? [0, 0, 0, 0]
    return { runId: run.runId, sooner, later, becameLate, recovered }
  })
