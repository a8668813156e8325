import { and, eq, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { announceRun } from './announce-run.ts'
import { notifyOfLostRun } from './notify-of-run.ts'

/**
 * Reports runs Failed whose runner is gone: the lease ran out. The plan is untouched, for only a runner that still holds
 * its lease can commit. On the embedded database every other runner is gone by definition, so `workerId` names
 * the only living one and no lease is waited for. Returns how many there were.
 */
export const recoverRuns = async (app: AppServices, workerId: string): Promise<number> => {
  const expired = lt(schedulingRuns.leaseUntil, sql`now()`)
  const orphaned = app.db.engine === 'embedded' ? or(expired, ne(schedulingRuns.workerId, workerId)) : expired
  const lost = and(eq(schedulingRuns.status, 'Running'), isNotNull(schedulingRuns.workerId), orphaned)
  // Mostly there is none, and asking spoils nothing that others keep.
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
