import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { RunChange } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { findRun } from './find-run.ts'
import { datesDiffer, movesOfRun } from './run-moves.ts'

const maxRows = 2_000

type Change = z.infer<typeof RunChange>

const instant = (column: SQL): SQL => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The operations that a run moved, or a preview would move, in the order of the new starts. At most 2,000 rows. Throws 404. */
export const listRunChanges = (ctx: TenantContext, input: { runId: string }): Promise<Change[]> =>
  readTenant(ctx, async (tx) => {
    const run = await findRun(ctx, tx, input.runId)
    // The plan of an unfinished run is not shown.
    if (run.status !== 'Succeeded') return []
    // The moves once, and then one lookup by key for each, even if the database has no statistics: it would compare the two plans
    // anew for each operation.
    const { rows } = await tx.execute<Change & Record<string, unknown>>(sql`
      with moved as materialized (select * from ${movesOfRun(ctx.tenantId, input.runId)} c where ${datesDiffer(sql`c`)})
      select c.operation_id as "operationId", o.project_id as "projectId", o.project_number as "projectNumber",
        o.project_name as "projectName", o.name as "operationName",
        ${instant(sql`c.start_before`)} as "startBefore", ${instant(sql`c.end_before`)} as "endBefore",
        ${instant(sql`c.start_after`)} as "startAfter", ${instant(sql`c.end_after`)} as "endAfter"
      from moved c
      cross join lateral (select project_id, name, project_number, project_name from operations
        join projects using (tenant_id, project_id)
        where tenant_id = ${ctx.tenantId} and operation_id = c.operation_id offset 0) o
      order by c.start_after nulls last, c.operation_id limit ${maxRows}`)
    return rows
  })
