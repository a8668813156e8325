import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'

/** The active members who plan and want e-mails. */
export const findPlanReaders = async (tx: Tx, tenantId: string) => {
  const rows = await tx
    .select({
      userId: users.userId,
      email: users.email,
      preferences: users.preferences,
      settings: users.settings,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.userId))
    .where(
      and(
        eq(memberships.tenantId, tenantId),
        eq(memberships.status, 'Active'),
        inArray(memberships.access, ['plan', 'admin']),
        eq(users.status, 'Active'),
      ),
    )
  return rows.filter(
    ({ preferences, settings }) =>
      preferences.notifications !== false && settings.notifications?.emailNotifications !== false,
  )
}
