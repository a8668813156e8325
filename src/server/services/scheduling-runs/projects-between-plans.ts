import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import type { ShopChange } from '../../db/shop-changes.ts'
import { preferHashes } from '../analytics/read-json.ts'
import { planInForce } from './operations-in-force.ts'

/** The places of a plan in short: dates, how often plans have moved it, and whether there is a warning or no place. */
const shortPlaces = (tenantId: string, planId: SQL): SQL => sql`(
  select operation_id, scheduled_start_date as s, scheduled_end_date as e, moves as m,
    jsonb_array_length(placement -> 'warnings') > 0 as w, jsonb_typeof(placement -> 'unplaced') = 'object' as u
  from placements where tenant_id = ${tenantId} and plan_id = ${planId})`

/** A plan that moves more is another one of everything: to list what differs takes longer, and saves nobody much. */
const mostListedMoves = 2_000

/**
 * Projects that look different in another plan than in the one in force: in the dates, warnings or missing places of their
 * operations, of which `moved` have other dates. None when there is no such plan. Call before it is taken over.
 */
export const projectsBetweenPlans = async (
  tx: Tx,
  tenantId: string,
  { planId, moved }: { readonly planId: string; readonly moved: number },
): Promise<ShopChange> => {
  if (moved > mostListedMoves) return 'whole'
  await preferHashes(tx)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct o.project_id as id
    from ${shortPlaces(tenantId, planInForce(tenantId))} a
    full join ${shortPlaces(tenantId, sql`${planId}::uuid`)} b using (operation_id)
    join operations o using (operation_id)
    where o.tenant_id = ${tenantId} and exists (select from plans where tenant_id = ${tenantId} and plan_id = ${planId})
      and (a.s is distinct from b.s or a.e is distinct from b.e or coalesce(a.m, 0) <> coalesce(b.m, 0)
        or coalesce(a.w, false) <> coalesce(b.w, false) or coalesce(a.u, false) <> coalesce(b.u, false))`)
  return { projectIds: rows.map(({ id }) => id) }
}
