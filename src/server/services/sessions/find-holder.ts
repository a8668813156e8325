import { and, eq } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { type Holder, holderOf, personColumns } from './person-facts.ts'

/**
 * A person with the present rights in an organization, for work that the server does on their behalf. null when the account is gone or
 * disabled, or when the person is no longer an active member.
 */
export const findHolder = async (
  app: AppServices,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<Holder | null> => {
  const [row] = await app.db.readSystem((tx) =>
    tx
      .select(personColumns)
      .from(users)
      .leftJoin(tenants, and(eq(tenants.tenantId, tenantId), eq(tenants.status, 'Active')))
      .leftJoin(memberships, and(eq(memberships.tenantId, tenantId), eq(memberships.userId, users.userId)))
      .where(eq(users.userId, userId)),
  )
  return row ? holderOf(row) : null
}
