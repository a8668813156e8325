import { and, eq, sql } from 'drizzle-orm'
import { mostUnplacedReasons, type UnplacedReasons } from '#contract/schedule.ts'
import type { TenantContext } from '../../context.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { mentionedNames } from '../scheduling/mentioned-names.ts'

/**
 * Why the last run could not schedule operations, with the names that the reasons mention. Limited to the first
 * operations by id.
 */
export const getUnplacedReasons = (ctx: TenantContext): Promise<UnplacedReasons> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select({ operationId: plannedOperations.operationId, placement: plannedOperations.placement })
      .from(operationsInForce(ctx.tenantId, 'all'))
      // The lowest bit of the stored reasons says that the operation has no place.
      .where(and(eq(plannedOperations.tenantId, ctx.tenantId), sql`(get_byte(placement, 0) & 1) = 1`))
      .orderBy(plannedOperations.operationId)
      .limit(mostUnplacedReasons)
    const reasons = rows.flatMap(({ operationId, placement }) =>
      placement?.unplaced ? [{ operationId, reason: placement.unplaced }] : [],
    )
    return {
      reasons,
      names: await mentionedNames(
        ctx,
        tx,
        reasons.map(({ reason }) => reason),
      ),
    }
  })
