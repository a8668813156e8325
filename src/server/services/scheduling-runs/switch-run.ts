import { and, eq, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import type { Recorder } from '../../db/transaction.ts'
import { preferHashes } from '../analytics/read-json.ts'
import { tellOfRun } from '../notifications/tell-of-run.ts'
import { announceRun } from './announce-run.ts'
import { findRun } from './find-run.ts'
import { planInForce } from './operations-in-force.ts'
import { switchOutdated } from './outdated-mark.ts'
import { presentRun, type RunRow } from './present-run.ts'
import { projectsBetweenPlans } from './projects-between-plans.ts'
import { datesDiffer, movesOfRun } from './run-moves.ts'

/** `back` to the plan before the run, or `forth` to the run's again. */
export type RunDirection = 'back' | 'forth'

export interface SwitchedRun {
  readonly row: RunRow
  /** Operations whose dates were switched. */
  readonly switched: number
  /** Operations the run moved that somebody has changed or removed since. */
  readonly left: number
}

/** Change set of the plan that a run brought in. */
export const runChangeId = (runId: string): string => `run-${runId}`

/** Whether a run's plan can go back, or come forth again: it must be one that still keeps what it moved. */
export const canSwitchRun = (row: RunRow, direction: RunDirection): boolean =>
  direction === 'back'
    ? presentRun(row).canRevert
    : row.revertedAt !== null && presentRun({ ...row, revertedAt: null }).canRevert

const before = { start: sql`m.start_before`, end: sql`m.end_before`, placement: sql`m.placement_before` }
const after = { start: sql`m.start_after`, end: sql`m.end_after`, placement: sql`m.placement_after` }

/** Makes a plan of the one in force in which what the run moved is as before it (or by it), unless somebody has moved it since. */
const switchDates = async (ctx: TenantContext, tx: Tx, runId: string, direction: RunDirection, planId: string) => {
  const [from, to] = direction === 'back' ? [after, before] : [before, after]
  const now = sql`${ctx.app.now().toISOString()}::timestamptz`
  await tx.execute(sql`insert into plans (tenant_id, plan_id, kind, run_id, based_on, created_at, created_by)
    values (${ctx.tenantId}, ${planId}, 'switch', ${runId}, ${planInForce(ctx.tenantId)}, ${now}, ${ctx.userName})`)
  await preferHashes(tx)
  const { rows } = await tx.execute<{ switched: number; moved: number; size: number }>(sql`
    with m as materialized (
      select * from (select *, ${datesDiffer(sql`c`)} as is_moved from ${movesOfRun(ctx.tenantId, runId)} c) d
      where is_moved or (not by_hand and placement_before is distinct from placement_after)),
    present as materialized (
      select o.operation_id, f.scheduled_start_date as start, f.scheduled_end_date as ending, f.placement,
        coalesce(f.moves, 0) as moves, f.moved_at, f.moved_by, f.moved_version, o.version,
        ${to.start} as to_start, ${to.end} as to_end, ${to.placement} as to_placement, m.operation_id is not null
          and f.scheduled_start_date is not distinct from ${from.start}
          and f.scheduled_end_date is not distinct from ${from.end} as goes, coalesce(m.is_moved, false) as is_moved
      from operations o
      left join placements f on f.tenant_id = ${ctx.tenantId} and f.plan_id = ${planInForce(ctx.tenantId)}
        and f.operation_id = o.operation_id
      left join m on m.operation_id = o.operation_id
      where o.tenant_id = ${ctx.tenantId}),
    written as (
      insert into placements (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement, moves,
        moved_version, moved_at, moved_by)
      select ${ctx.tenantId}::uuid, ${planId}::uuid, operation_id, case when goes then to_start else start end,
        case when goes then to_end else ending end, case when goes then to_placement else placement end,
        moves + (goes and is_moved)::int, case when goes and is_moved then version else moved_version end, case when goes and is_moved then ${now} else moved_at end,
        case when goes and is_moved then ${ctx.userName} else moved_by end
      from present order by operation_id
      returning 1),
    sized as (select count(*)::int as size from written)
    select (select count(*) from present where goes and is_moved)::int as switched,
      (select count(*) from m where is_moved)::int as moved, size from sized`)
  const found = rows[0] ?? { switched: 0, moved: 0, size: 0 }
  await tx.execute(sql`update plans set size = ${found.size} where tenant_id = ${ctx.tenantId} and plan_id = ${planId}`)
  const touched = await projectsBetweenPlans(tx, ctx.tenantId, planId)
  await tx.execute(sql`update tenants set plan_id = ${planId} where tenant_id = ${ctx.tenantId}`)
  return { ...found, touched }
}

/**
 * Takes a run's plan back, or puts it forth again: the dates that nobody has changed since. The organisation is locked,
 * and `canSwitchRun` was asked. Throws 404.
 */
export const switchRun = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  { runId, direction }: { readonly runId: string; readonly direction: RunDirection },
): Promise<SwitchedRun> => {
  const run = await findRun(ctx, tx, runId, 'forUpdate')
  const { switched, moved, touched } = await switchDates(ctx, tx, runId, direction, orderedId())
  const revertedAt = direction === 'back' ? ctx.app.now() : null
  const [row] = await tx
    .update(schedulingRuns)
    .set({ revertedAt })
    .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), eq(schedulingRuns.runId, runId)))
    .returning()
  if (!row) throw new Error('An update returned no row')
  record.history({
    entity: 'schedulingRun',
    entityId: runId,
    projectId: run.projectId,
    action: 'update',
    changes: [
      { field: 'revertedAt', from: run.revertedAt?.toISOString() ?? null, to: revertedAt?.toISOString() ?? null },
      { field: direction === 'back' ? 'revertedOperations' : 'changedOperations', from: null, to: switched },
    ],
  })
  await switchOutdated(ctx, tx, record, { runId, direction })
  record.planSwitched(touched)
  record.changed('runs', { id: runId })
  if (direction === 'back') {
    await tellOfRun(ctx, tx, record, row, { code: 'runReverted', revertedBy: ctx.userName, reverted: switched })
  }
  await announceRun(tx, row)
  return { row, switched, left: moved - switched }
}
