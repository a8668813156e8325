import { and, eq, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { tellOfLostRun } from '../notifications/tell-of-run.ts'
import { announceRun } from './announce-run.ts'

/**
 * Reports runs Failed whose runner is gone: the lease ran out. The plan is untouched, for only a runner that still holds
 * its lease can commit. On the embedded database every other runner is gone by definition, so `workerId` names
 * the only living one and no lease is waited for. Returns how many there were.
 */
export const recoverRuns = (app: AppServices, workerId: string): Promise<number> =>
  app.db.withSystem(async (tx) => {
    const expired = lt(schedulingRuns.leaseUntil, sql`now()`)
    const orphaned = app.db.engine === 'embedded' ? or(expired, ne(schedulingRuns.workerId, workerId)) : expired
    const rows = await tx
      .update(schedulingRuns)
      .set({ status: 'Failed', cause: 'serverStopped', endedAt: app.now(), leaseUntil: null })
      .where(and(eq(schedulingRuns.status, 'Running'), isNotNull(schedulingRuns.workerId), orphaned))
      .returning()
    for (const row of rows) {
      await announceRun(tx, row)
      await tellOfLostRun(app, tx, row)
    }
    return rows.length
  })
