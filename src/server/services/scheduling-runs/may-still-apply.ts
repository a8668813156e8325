import { and, eq } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { plannerRightColumns } from '../records/tenant-row.ts'
import { holderOf, personColumns } from '../sessions/person-facts.ts'
import type { RunClaim } from './claim-run.ts'
import { mayPutInForce } from './require-run-right.ts'

/**
 * Whether the person who started a run may still put its plan in force, with the rights that they have now. Their right may have been
 * lowered while it was computed, or they may have left. A preview changes nothing.
 */
export const mayStillApply = (app: AppServices, claim: RunClaim): Promise<boolean> =>
  app.db.readSystem(async (tx) => {
    if (claim.preview) return true
    const { tenantId, startedByUserId } = claim
    const [row] = await tx
      .select({ ...personColumns, organization: plannerRightColumns })
      .from(users)
      .innerJoin(tenants, and(eq(tenants.tenantId, tenantId), eq(tenants.status, 'Active')))
      .leftJoin(memberships, and(eq(memberships.tenantId, tenantId), eq(memberships.userId, users.userId)))
      .where(eq(users.userId, startedByUserId))
    const holder = row && holderOf(row)
    return holder ? mayPutInForce(holder, claim, row.organization).ok : false
  })
