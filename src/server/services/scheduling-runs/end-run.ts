import { and, eq } from 'drizzle-orm'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { announceRun } from './announce-run.ts'
import type { RunClaim } from './claim-run.ts'
import { notifyOfRun } from './notify-of-run.ts'
import type { RunProgress } from './renew-lease.ts'

export interface RunEnding {
  readonly status: 'Failed' | 'Cancelled'
  readonly cause: SchedulingRun['cause']
  readonly progress: RunProgress
}

/** Figures of a plan that never was in force. */
const unused = { lateProjectsBefore: null, lateProjects: null, lateDaysBefore: null, lateDays: null }

/** Ends a claimed run without changing the plan in force. Does nothing when the claim was lost. */
export const endRun = (ctx: TenantContext, claim: RunClaim, ending: RunEnding): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const [row] = await tx
      .update(schedulingRuns)
      .set({
        status: ending.status,
        cause: ending.cause,
        progress: { ...ending.progress, ...unused, phase: 'finished', secondsLeft: null },
        leaseUntil: null,
        endedAt: ctx.app.now(),
      })
      .where(
        and(
          eq(schedulingRuns.tenantId, ctx.tenantId),
          eq(schedulingRuns.runId, claim.runId),
          eq(schedulingRuns.workerId, claim.workerId),
          eq(schedulingRuns.status, 'Running'),
        ),
      )
      .returning()
    if (!row) return
    record.history({
      entity: 'schedulingRun',
      entityId: claim.runId,
      projectId: claim.projectId,
      action: 'update',
      changes: [{ field: 'status', from: 'Running', to: ending.status }],
    })
    await announceRun(tx, row)
    record.changed('runs', { id: claim.runId })
    // The person who cancelled the run knows already, and its starter was notified of the cancellation.
    if (ending.status === 'Failed') await notifyOfRun(ctx, tx, record, row, { code: 'runFailed', cause: ending.cause })
  })
