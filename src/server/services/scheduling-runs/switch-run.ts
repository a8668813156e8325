import { and, eq, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import type { Recorder } from '../../db/transaction.ts'
import { tellOfRun } from '../notifications/tell-of-run.ts'
import { announceRun } from './announce-run.ts'
import { findRun } from './find-run.ts'
import { datesDiffer } from './list-run-changes.ts'
import { switchOutdated } from './outdated-mark.ts'
import { presentRun, type RunRow } from './present-run.ts'
import { settleWithin } from './settle-plan.ts'

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

const before = { start: sql`c.start_before`, end: sql`c.end_before`, placement: sql`c.placement_before` }
const after = { start: sql`c.start_after`, end: sql`c.end_after`, placement: sql`c.placement_after` }

const switchDates = async (ctx: TenantContext, tx: Tx, runId: string, direction: RunDirection) => {
  const [from, to] = direction === 'back' ? [after, before] : [before, after]
  const movedByRun = datesDiffer(sql`c`)
  const { rows } = await tx.execute<{ switched: number; moved: number }>(sql`
    with switched as (
      update operations o set scheduled_start_date = ${to.start}, scheduled_end_date = ${to.end},
        placement = ${to.placement},
        version = o.version + case when ${movedByRun} then 1 else 0 end,
        modified_at = case when ${movedByRun} then ${ctx.app.now().toISOString()}::timestamptz else o.modified_at end,
        modified_by = case when ${movedByRun} then ${ctx.userName} else o.modified_by end
      from run_changes c
      where c.tenant_id = ${ctx.tenantId} and c.run_id = ${runId}
        and o.tenant_id = c.tenant_id and o.operation_id = c.operation_id
        and o.scheduled_start_date is not distinct from ${from.start}
        and o.scheduled_end_date is not distinct from ${from.end}
      returning ${movedByRun} as moved
    )
    select (select count(*) from switched where moved)::int as switched,
      (select count(*) from run_changes c where c.tenant_id = ${ctx.tenantId} and c.run_id = ${runId} and ${movedByRun})::int
        as moved`)
  return rows[0] ?? { switched: 0, moved: 0 }
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
  await settleWithin(ctx, tx)
  const { switched, moved } = await switchDates(ctx, tx, runId, direction)
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
  record.planChanged()
  for (const resource of ['schedule', 'operations', 'projects'] as const) record.changed(resource)
  record.changed('runs', { id: runId })
  if (direction === 'back') {
    await tellOfRun(ctx, tx, record, row, { code: 'runReverted', revertedBy: ctx.userName, reverted: switched })
  }
  await announceRun(tx, row)
  return { row, switched, left: moved - switched }
}
