import { and, eq, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { announceRun } from './announce-run.ts'
import { notifyOfLostRun } from './notify-of-run.ts'

/**
 * Marks runs as Failed whose lease has expired, because their runner is gone. The plan is unchanged, because only a runner
 * with a lease can commit. On the embedded database `workerId` is the only living runner, so runs of other runners fail
 * without waiting for their lease. Returns the number of runs.
 */
export const recoverRuns = async (app: AppServices, workerId: string): Promise<number> => {
  const expired = lt(schedulingRuns.leaseUntil, sql`now()`)
  const orphaned = app.db.engine === 'embedded' ? or(expired, ne(schedulingRuns.workerId, workerId)) : expired
  const lost = and(eq(schedulingRuns.status, 'Running'), isNotNull(schedulingRuns.workerId), orphaned)
  // Most of the time there is none, and a read does not invalidate kept answers.
  const [found] = await app.db.readSystem((tx) =>
    tx.select({ runId: schedulingRuns.runId }).from(schedulingRuns).where(lost).limit(1),
  )
  if (!found) return 0
  return app.db.withSystem(async (tx) => {
    const rows = await tx
      .update(schedulingRuns)
      .set({ status: 'Failed', cause: 'serverStopped', endedAt: app.now(), leaseUntil: null })
      .where(lost)
      .returning()
    for (const row of rows) {
      await announceRun(tx, row)
      await notifyOfLostRun(app, tx, row)
    }
    return rows.length
  })
}
