import { isNotNull } from 'drizzle-orm'
import type { User } from '#contract/users.ts'
import type { TenantContext } from '../../context.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { findUsers } from './find-user.ts'
import { presentUser } from './present-user.ts'

/** Members of the organisation, by name. */
export const listUsers = async (ctx: TenantContext): Promise<User[]> => {
  const rows = await ctx.app.db.withSystem((tx) => findUsers(tx, ctx.tenantId, isNotNull(memberships.userId)))
  return rows.map(presentUser)
}
