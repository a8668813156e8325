import { and, eq } from 'drizzle-orm'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { notify } from '../../db/notify.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { announceRun } from './announce-run.ts'
import { findRun } from './find-run.ts'
import { notifyOfRun } from './notify-of-run.ts'
import { presentRun } from './present-run.ts'
import { requireOwnRun } from './require-run-right.ts'
import { type RunCall, runsChannel } from './run-channel.ts'

/**
 * Cancels a run without changing the plan. A waiting run ends at once, a running one within two seconds. A run that has
 * ended is returned unchanged. Throws 403 for the run of a colleague that the caller could not start, and 404.
 */
export const cancelRun = (ctx: TenantContext, input: { runId: string }): Promise<SchedulingRun> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const found = await findRun(ctx, tx, input.runId, 'forUpdate')
    if (found.status !== 'Running') return presentRun(found)
    await requireOwnRun(ctx, tx, found)
    const waiting = found.workerId === null
    const [row] = await tx
      .update(schedulingRuns)
      .set({
        cancelRequested: true,
        ...(waiting ? { status: 'Cancelled', cause: 'cancelled', endedAt: ctx.app.now() } : {}),
      })
      .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), eq(schedulingRuns.runId, input.runId)))
      .returning()
    if (!row) throw new Error('An update returned no row')
    const call: RunCall = { kind: 'cancel', runId: row.runId }
    await notify(tx, runsChannel, JSON.stringify(call))
    await announceRun(tx, row)
    record.changed('runs', { id: row.runId })
    await notifyOfRun(ctx, tx, record, row, { code: 'runCancelled', cancelledBy: ctx.userName })
    record.history({
      entity: 'schedulingRun',
      entityId: row.runId,
      projectId: row.projectId,
      action: 'update',
      changes: [{ field: 'cancelRequested', from: false, to: true }],
    })
    return presentRun(row)
  })
