import { and, eq, sql } from 'drizzle-orm'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { tellOfRun } from '../notifications/tell-of-run.ts'
import { announceRun } from './announce-run.ts'
import { findRun } from './find-run.ts'
import { datesDiffer } from './list-run-changes.ts'
import { presentRun } from './present-run.ts'
import { settleWithin } from './settle-plan.ts'

export interface RevertedRun {
  readonly run: SchedulingRun
  /** Operations whose dates were put back. */
  readonly reverted: number
  /** Operations the run moved that somebody has changed or removed since. */
  readonly left: number
}

const putBack = async (ctx: TenantContext, tx: Tx, runId: string): Promise<{ reverted: number; moved: number }> => {
  const movedByRun = datesDiffer(sql`c`)
  const { rows } = await tx.execute<{ reverted: number; moved: number }>(sql`
    with put_back as (
      update operations o set scheduled_start_date = c.start_before, scheduled_end_date = c.end_before,
        placement = c.placement_before,
        version = o.version + case when ${movedByRun} then 1 else 0 end,
        modified_at = case when ${movedByRun} then ${ctx.app.now().toISOString()}::timestamptz else o.modified_at end,
        modified_by = case when ${movedByRun} then ${ctx.userName} else o.modified_by end
      from run_changes c
      where c.tenant_id = ${ctx.tenantId} and c.run_id = ${runId}
        and o.tenant_id = c.tenant_id and o.operation_id = c.operation_id
        and o.scheduled_start_date is not distinct from c.start_after
        and o.scheduled_end_date is not distinct from c.end_after
      returning ${movedByRun} as moved
    )
    select (select count(*) from put_back where moved)::int as reverted,
      (select count(*) from run_changes c where c.tenant_id = ${ctx.tenantId} and c.run_id = ${runId} and ${movedByRun})::int
        as moved`)
  return rows[0] ?? { reverted: 0, moved: 0 }
}

/**
 * Takes back a run: puts back the dates it changed and nobody has changed since, in one transaction. Throws 404, and 422
 * for a run that did not succeed, was a preview, or has been taken back already.
 */
export const revertRun = (ctx: TenantContext, input: { runId: string }): Promise<RevertedRun> =>
  writeTenant(ctx, async (tx, record) => {
    await tx.execute(sql`select from tenants where tenant_id = ${ctx.tenantId} for update`)
    const run = await findRun(ctx, tx, input.runId, 'forUpdate')
    if (!presentRun(run).canRevert) throw new RuleError('This run cannot be taken back.')
    await settleWithin(ctx, tx)
    const { reverted, moved } = await putBack(ctx, tx, run.runId)
    const [row] = await tx
      .update(schedulingRuns)
      .set({ revertedAt: ctx.app.now() })
      .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), eq(schedulingRuns.runId, run.runId)))
      .returning()
    if (!row) throw new Error('An update returned no row')
    record.history({
      entity: 'schedulingRun',
      entityId: run.runId,
      projectId: run.projectId,
      action: 'update',
      changes: [
        { field: 'revertedAt', from: null, to: row.revertedAt?.toISOString() },
        { field: 'revertedOperations', from: null, to: reverted },
      ],
    })
    record.planChanged()
    for (const resource of ['schedule', 'operations', 'projects'] as const) record.changed(resource)
    record.changed('runs', { id: run.runId })
    await tellOfRun(ctx, tx, record, row, { code: 'runReverted', revertedBy: ctx.userName, reverted })
    await announceRun(tx, row)
    return { run: presentRun(row), reverted, left: moved - reverted }
  })
