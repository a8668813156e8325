import { and, eq } from 'drizzle-orm'
import type { PlanReach } from '#contract/proposals.ts'
import { mayApply } from '#domain/access/proposed-changes.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { plannerRightsOf } from '../records/tenant-row.ts'
import type { ProposalRow } from './read-proposals.ts'

/** The active members who may put a proposal in force, by name. */
export const findDeciders = async (
  { tenantId }: TenantContext,
  tx: Tx,
  { changes }: Pick<ProposalRow, 'changes'>,
  reach: PlanReach | null,
): Promise<{ userId: string; name: string }[]> => {
  const organization = await plannerRightsOf(tx, tenantId)
  const members = await tx
    .select({
      userId: users.userId,
      name: users.name,
      displayName: users.displayName,
      role: memberships.access,
      workCenterIds: memberships.workCenterIds,
    })
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.status, 'Active'), eq(users.status, 'Active')))
    .orderBy(users.name, users.userId)
  return members
    .filter((member) => mayApply(member, { changes, reach }, organization).ok)
    .map(({ userId, name, displayName }) => ({ userId, name: displayName || name }))
}
