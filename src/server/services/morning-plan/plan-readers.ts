import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'

/** The active members who want e-mails, of those for whom `isMeant` holds. */
export const findMailReaders = async (tx: Tx, tenantId: string, isMeant: SQL | undefined) => {
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
      and(eq(memberships.tenantId, tenantId), eq(memberships.status, 'Active'), eq(users.status, 'Active'), isMeant),
    )
  return rows.filter(
    ({ preferences, settings }) =>
      preferences.notifications !== false && settings.notifications?.emailNotifications !== false,
  )
}

/** The active members who plan and want e-mails. */
export const findPlanReaders = (tx: Tx, tenantId: string) =>
  findMailReaders(tx, tenantId, inArray(memberships.access, ['plan', 'admin']))
