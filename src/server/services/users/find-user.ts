import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import type { UserRow } from './present-user.ts'

/** Users matching a condition, each with its membership in the organisation (null = no organisation). */
export const findUsers = async (tx: Tx, tenantId: string | null, condition: SQL | undefined): Promise<UserRow[]> => {
  if (tenantId === null) {
    const rows = await tx.select().from(users).where(condition).orderBy(users.name, users.userId)
    return rows.map((user) => ({ user, membership: null, tenant: null }))
  }
  return tx
    .select({ user: users, membership: memberships, tenant: { tenantId: tenants.tenantId, name: tenants.name } })
    .from(users)
    .innerJoin(tenants, eq(tenants.tenantId, tenantId))
    .leftJoin(memberships, and(eq(memberships.userId, users.userId), eq(memberships.tenantId, tenantId)))
    .where(condition)
    .orderBy(users.name, users.userId)
}

/** One user by id, seen from an organisation or none. */
export const findUser = async (tx: Tx, tenantId: string | null, userId: string): Promise<UserRow | null> =>
  (await findUsers(tx, tenantId, eq(users.userId, userId)))[0] ?? null

/** E-mails are compared without regard to case. */
export const hasEmail = (email: string): SQL => sql`lower(${users.email}) = ${email.trim().toLowerCase()}`

/** Whether text can be a value of the database at all. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
