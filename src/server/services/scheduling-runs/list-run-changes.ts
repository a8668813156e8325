import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { RunChange } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { preferHashes } from '../../db/read-json.ts'
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
    // Each table is read once. A database without statistics would compare every move with every operation.
    await preferHashes(tx)
    const { rows } = await tx.execute<Change & Record<string, unknown>>(sql`
      with moved as materialized (select * from ${movesOfRun(ctx.tenantId, input.runId)} c where ${datesDiffer(sql`c`)})
      select c.operation_id as "operationId", o.project_id as "projectId", p.project_number as "projectNumber",
        p.project_name as "projectName", o.name as "operationName",
        ${instant(sql`c.start_before`)} as "startBefore", ${instant(sql`c.end_before`)} as "endBefore",
        ${instant(sql`c.start_after`)} as "startAfter", ${instant(sql`c.end_after`)} as "endAfter"
      from moved c
      join operations o on o.tenant_id = ${ctx.tenantId} and o.operation_id = c.operation_id
      join projects p on p.tenant_id = o.tenant_id and p.project_id = o.project_id
      order by c.start_after nulls last, c.operation_id limit ${maxRows}`)
    return rows
  })
