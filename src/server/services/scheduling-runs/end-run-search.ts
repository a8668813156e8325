import { and, eq } from 'drizzle-orm'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { notify } from '../../db/notify.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { findRun } from './find-run.ts'
import { presentRun } from './present-run.ts'
import { requireOwnRun } from './require-run-right.ts'
import { type RunCall, runsChannel } from './run-channel.ts'

/** Ends the search of a run, which then uses its best plan so far. A run that has ended is returned unchanged. Throws 403 for the run of a colleague that the caller could not start, and 404. */
export const endRunSearch = (ctx: TenantContext, { runId }: { runId: string }): Promise<SchedulingRun> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const found = await findRun(ctx, tx, runId, 'forUpdate')
    if (found.status !== 'Running' || found.endSearchRequested) return presentRun(found)
    await requireOwnRun(ctx, tx, found)
    await tx
      .update(schedulingRuns)
      .set({ endSearchRequested: true })
      .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), eq(schedulingRuns.runId, runId)))
    const call: RunCall = { kind: 'endSearch', runId }
    await notify(tx, runsChannel, JSON.stringify(call))
    record.history({
      entity: 'schedulingRun',
      entityId: runId,
      projectId: found.projectId,
      action: 'update',
      changes: [{ field: 'endSearchRequested', from: false, to: true }],
    })
    return presentRun(found)
  })
