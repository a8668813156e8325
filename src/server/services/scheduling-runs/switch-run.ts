import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import type { Recorder } from '../records/write-tenant.ts'
import { splitMoved } from '../work-time/split-moved.ts'
import { announceRun } from './announce-run.ts'
import { addedFields } from './commit-plan.ts'
import { findRun } from './find-run.ts'
import { notifyOfRun } from './notify-of-run.ts'
import { switchOutdated } from './outdated-mark.ts'
import { presentRun, type RunRow } from './present-run.ts'
import { movesBeside } from './renew-lease.ts'
import { type PreparedSwitch, type RunDirection, type RunSwitch, switchPlan } from './switch-plan.ts'

export interface SwitchedRun {
  readonly row: RunRow
  /** Number of operations whose dates were switched. */
  readonly switched: number
  /** Number of operations moved by the run that somebody has changed or removed since. */
  readonly left: number
}

/** Id of the change set of a run. */
export const runChangeId = (runId: string): string => `run-${runId}`

/** Whether a run can be reverted, or put in force again. Its moves must still be stored. */
export const canSwitchRun = (row: RunRow, direction: RunDirection): boolean =>
  direction === 'back'
    ? presentRun(row).canRevert
    : row.revertedAt !== null && presentRun({ ...row, revertedAt: null }).canRevert

/**
 * Reverts a run, or puts it in force again, for all dates that nobody has changed since. The organization must be locked
 * and `canSwitchRun` true. Call inside `withPreparedSwitch`. Throws 404.
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
  await splitMoved({ ctx, tx, record })
  const revertedAt = direction === 'back' ? ctx.app.now() : null
  const [row] = await tx
    .update(schedulingRuns)
    .set({ revertedAt })
    .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), eq(schedulingRuns.runId, runId)))
    .returning()
  if (!row) throw new Error('An update returned no row')
  const { movedAsForecast, ...origin } = movesBeside(run.progress)
  const isWhole = switched === run.progress.changedOperations
  record.history({
    entity: 'schedulingRun',
    entityId: runId,
    projectId: run.projectId,
    action: 'update',
    changes: [
      { field: 'revertedAt', from: run.revertedAt?.toISOString() ?? null, to: revertedAt?.toISOString() ?? null },
      { field: direction === 'back' ? 'revertedOperations' : 'changedOperations', from: null, to: switched },
      ...addedFields({ ...origin, ...(isWhole && movedAsForecast !== undefined && { movedAsForecast }) }),
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
