import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import type { Recorder } from '../records/write-tenant.ts'
import { announceRun } from './announce-run.ts'
import { findRun } from './find-run.ts'
import { notifyOfRun } from './notify-of-run.ts'
import { switchOutdated } from './outdated-mark.ts'
import { presentRun, type RunRow } from './present-run.ts'
import { type PreparedSwitch, type RunDirection, type RunSwitch, switchPlan } from './switch-plan.ts'

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

/**
 * Takes a run's plan back, or puts it forth again: the dates that nobody has changed since. The organization is locked,
 * and `canSwitchRun` was asked. Inside `withPreparedSwitch`. Throws 404.
 */
export const switchRun = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  wanted: RunSwitch,
  prepared: PreparedSwitch | undefined,
): Promise<SwitchedRun> => {
  const { runId, direction } = wanted
  const run = await findRun(ctx, tx, runId, 'forUpdate')
  const { switched, projectIds } = await switchPlan(ctx, tx, wanted, prepared)
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
  record.planSwitched({ projectIds })
  record.changed('runs', { id: runId })
  if (direction === 'back') {
    await notifyOfRun(ctx, tx, record, row, { code: 'runReverted', revertedBy: ctx.userName, reverted: switched })
  }
  await announceRun(tx, row)
  return { row, switched, left: (run.progress.changedOperations ?? 0) - switched }
}
