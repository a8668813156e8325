import { and, eq, sql } from 'drizzle-orm'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { announceRun } from './announce-run.ts'
import { leaseSeconds, type RunClaim } from './claim-run.ts'
import type { RunRow } from './present-run.ts'

export type RunProgress = Partial<SchedulingRun>

/** What tells the moves of a run apart, and where its plan came from, beside the number of moved operations. */
export const movesBeside = ({ movedAsForecast, madeBy, created }: RunProgress) => ({
  ...(movedAsForecast !== undefined && { movedAsForecast }),
  ...(madeBy && { madeBy }),
  ...(created && { created }),
})

/** What a worker is told about its run from outside. */
export type RunOrder = 'cancel' | 'lost' | 'endSearch'

export interface Renewal {
  /**
   * 'lost' = the run no longer belongs to this worker, which must stop and write nothing. 'cancel' = somebody cancelled the run.
   * 'endSearch' = somebody wants its best plan so far.
   */
  readonly state: 'held' | RunOrder
  readonly row: RunRow | null
}

/** Renews the lease of a claimed run, stores its progress and tells the organization's browsers. */
export const renewLease = (ctx: TenantContext, claim: RunClaim, progress: RunProgress): Promise<Renewal> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const [row] = await tx
      .update(schedulingRuns)
      .set({ leaseUntil: sql`now() + make_interval(secs => ${leaseSeconds})`, progress })
      .where(
        and(
          eq(schedulingRuns.tenantId, ctx.tenantId),
          eq(schedulingRuns.runId, claim.runId),
          eq(schedulingRuns.workerId, claim.workerId),
          eq(schedulingRuns.status, 'Running'),
        ),
      )
      .returning()
    if (!row) return { state: 'lost', row: null }
    await announceRun(tx, row)
    return { state: row.cancelRequested ? 'cancel' : row.endSearchRequested ? 'endSearch' : 'held', row }
  })
