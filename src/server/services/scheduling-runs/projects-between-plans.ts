import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { preferHashes } from '../analytics/read-json.ts'
import { planInForce } from './operations-in-force.ts'

/** What lists and the schedule draw of a placement (`p` names it) beside its dates. */
const drawn = (p: SQL): SQL =>
  sql`(coalesce(jsonb_array_length(${p}.placement -> 'warnings'), 0) > 0, coalesce(jsonb_typeof(${p}.placement -> 'unplaced'), '') = 'object')`

/**
 * Projects that look different in another plan than in the one in force: in the dates, warnings or missing places of their
 * operations. None when there is no such plan. Call before it is taken over.
 */
export const projectsBetweenPlans = async (tx: Tx, tenantId: string, planId: string): Promise<string[]> => {
  await preferHashes(tx)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct o.project_id as id from operations o
    left join placements a on a.tenant_id = ${tenantId} and a.plan_id = ${planInForce(tenantId)} and a.operation_id = o.operation_id
    left join placements b on b.tenant_id = ${tenantId} and b.plan_id = ${planId} and b.operation_id = o.operation_id
    where o.tenant_id = ${tenantId} and exists (select from plans where tenant_id = ${tenantId} and plan_id = ${planId})
      and ((a.scheduled_start_date, a.scheduled_end_date, coalesce(a.moves, 0)) is distinct from
          (b.scheduled_start_date, b.scheduled_end_date, coalesce(b.moves, 0))
        or a.placement is distinct from b.placement and ${drawn(sql`a`)} <> ${drawn(sql`b`)})`)
  return rows.map(({ id }) => id)
}
