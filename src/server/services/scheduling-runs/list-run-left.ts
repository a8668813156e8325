import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { datesDiffer, movesOfRun } from './run-moves.ts'
import type { RunDirection } from './switch-plan.ts'

/** Operations moved by a run that did not switch with its plan, because they were moved or, without a name, removed since. */
export const listRunLeft = async (
  ctx: TenantContext,
  tx: Tx,
  { runId, direction, most }: { readonly runId: string; readonly direction: RunDirection; readonly most: number },
): Promise<{ operationId: string; name: string | null; by: string | null }[]> => {
  const [start, end, category] =
    direction === 'back'
      ? [sql`c.start_before`, sql`c.end_before`, sql`c.category_before`]
      : [sql`c.start_after`, sql`c.end_after`, sql`c.category_after`]
  // One lookup by key for each operation, even if the database has no statistics.
  const { rows } = await tx.execute<{ operationId: string; name: string | null; by: string | null }>(sql`
    select c.operation_id as "operationId", operations.name, operations.modified_by as "by"
    from ${movesOfRun(ctx.tenantId, runId)} c
    left join lateral (select * from ${operationsInForce(ctx.tenantId, 'few')} where operation_id = c.operation_id offset 0) operations on true
    where ${datesDiffer(sql`c`)} and (operations.operation_id is null
      or operations.scheduled_start_date is distinct from ${start} or operations.scheduled_end_date is distinct from ${end}
      or coalesce(operations.category_id <> ${category}, false))
    order by c.start_after, c.operation_id limit ${most}`)
  return rows
}
