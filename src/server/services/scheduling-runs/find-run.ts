import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { NotFoundError } from '../../errors.ts'
import type { RunRow } from './present-run.ts'

/** One run of the organization, locked if requested. Throws 404. */
export const findRun = async (
  ctx: TenantContext,
  tx: Tx,
  runId: string,
  lock: 'forUpdate' | 'read' = 'read',
): Promise<RunRow> => {
  const query = tx
    .select()
    .from(schedulingRuns)
    .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), eq(schedulingRuns.runId, runId)))
  const [row] = await (lock === 'forUpdate' ? query.for('update') : query)
  if (!row) throw new NotFoundError('Scheduling run not found.')
  return row
}
