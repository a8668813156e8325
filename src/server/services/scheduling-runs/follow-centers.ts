import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { planInForce } from '../../db/operations-in-force.ts'

/**
 * Lets every operation run where the plan in force puts it, as `runAt` does: it takes the hours of that alternative, and the work center
 * that it leaves becomes one. A plan that knows no work center of an operation, or one that is deleted or no alternative any more, leaves it
 * where it is. Call it after another plan has come in force.
 */
export const followCenters = (ctx: TenantContext, tx: Tx): Promise<unknown> =>
  tx.execute(sql`
    update operations o set category_id = p.category_id, duration_hours = chosen.hours,
      original_hours = chosen.original, alternatives = chosen.others
    from placements p
    cross join lateral (select alternatives, category_id, duration_hours, original_hours from operations where tenant_id = p.tenant_id
      and operation_id = p.operation_id and category_id <> p.category_id offset 0) before
    cross join lateral (
      select max((item->>'durationHours')::float8) filter (where item->>'categoryId' = p.category_id::text) as hours,
        max((item->>'originalHours')::float8) filter (where item->>'categoryId' = p.category_id::text) as original,
        jsonb_agg(case when item->>'categoryId' = p.category_id::text
          then jsonb_strip_nulls(jsonb_build_object('categoryId', before.category_id, 'durationHours', before.duration_hours,
            'originalHours', before.original_hours)) else item end
          order by place) as others
      from jsonb_array_elements(before.alternatives) with ordinality as list(item, place)) chosen
    where p.tenant_id = ${ctx.tenantId} and p.plan_id = ${planInForce(ctx.tenantId)} and p.category_id is not null
      and o.tenant_id = p.tenant_id and o.operation_id = p.operation_id and chosen.hours is not null
      and exists (select from categories c where c.tenant_id = p.tenant_id and c.category_id = p.category_id)`)
