import { sql } from 'drizzle-orm'
import type { Placement } from '#contract/placement.ts'
import type { TenantContext } from '../../context.ts'

/** One operation of a new plan, short-named because 20,000 of them travel as JSON text. Instants are epoch ms. */
export interface PlanRow {
  /** Operation id. */
  readonly o: string
  /** Scheduled start and end; null = none. */
  readonly s: number | null
  readonly e: number | null
  readonly p: Placement
}

/** Runs that can be taken back: the newest 50, but behind the newest 20 no more than half a million moved operations (some 0.5 GB). */
const keptRuns = 50
const keptAlways = 20
const keptOperations = 500_000

/** Empties the stage of a run, and drops the lists of runs that ended badly or are too old to be taken back. */
export const clearStage = (ctx: TenantContext, runId: string): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const { rows } = await tx.execute<{ runId: string }>(sql`
      select run_id as "runId" from scheduling_runs r
      where tenant_id = ${ctx.tenantId}
        and exists (select from run_changes c where c.tenant_id = r.tenant_id and c.run_id = r.run_id)
        and (run_id = ${runId} or status in ('Failed', 'Cancelled') or run_id not in (
          select run_id from (
            select run_id, row_number() over newest_first as place,
              sum(coalesce((progress ->> 'changedOperations')::bigint, 0)) over newest_first as operations
            from scheduling_runs where tenant_id = ${ctx.tenantId} and status in ('Succeeded', 'Running')
            window newest_first as (order by started_at desc, run_id desc)) ranked
          where place <= ${keptAlways} or (place <= ${keptRuns} and operations <= ${keptOperations})))`)
    for (const row of rows) {
      await tx.execute(sql`delete from run_changes where tenant_id = ${ctx.tenantId} and run_id = ${row.runId}`)
      if (row.runId === runId) continue
      await tx.execute(sql`update scheduling_runs set progress = progress || '{"canRevert": false}'
        where tenant_id = ${ctx.tenantId} and run_id = ${row.runId}`)
    }
  })

/**
 * Writes a part of a new plan (a JSON array of `PlanRow`) beside the operations, where nobody reads it: only rows that
 * differ from the present plan. Returns how many of them have other dates.
 */
export const stagePlan = (ctx: TenantContext, runId: string, rowsJson: string): Promise<number> =>
  ctx.app.db.withTenant(
    ctx,
    async (tx) => {
      ctx.app.db.assertRoom()
      const { rows } = await tx.execute<{ moved: number }>(sql`
      with plan as (
        select o, to_timestamp(s / 1000.0)::timestamptz(3) as s, to_timestamp(e / 1000.0)::timestamptz(3) as e, p
        from jsonb_to_recordset(${rowsJson}::jsonb) as x (o uuid, s float8, e float8, p jsonb)
      ), staged as (
        insert into run_changes (tenant_id, run_id, operation_id, project_id, start_before, end_before, start_after,
          end_after, placement_before, placement_after)
        select o.tenant_id, ${runId}::uuid, o.operation_id, o.project_id, o.scheduled_start_date, o.scheduled_end_date,
          plan.s, plan.e, o.placement, plan.p
        from plan join operations o on o.tenant_id = ${ctx.tenantId} and o.operation_id = plan.o
        where o.scheduled_start_date is distinct from plan.s or o.scheduled_end_date is distinct from plan.e
          or o.placement is distinct from plan.p
        returning start_before, end_before, start_after, end_after
      )
      select count(*) filter (where start_before is distinct from start_after or end_before is distinct from end_after)::int
        as moved from staged`)
      return rows[0]?.moved ?? 0
    },
    'long',
  )
