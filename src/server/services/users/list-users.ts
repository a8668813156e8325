import { isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ListedUser } from '#contract/users.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { presentInvitation } from '../invitations/present-invitation.ts'
import { findInvitations, type InvitationRow } from '../invitations/store-invitation.ts'
import { findUsers } from './find-user.ts'
import { presentUser } from './present-user.ts'
import { visibleSessions } from './visible-sessions.ts'

interface Standing {
  readonly userId: string
  readonly isShared: boolean
  readonly openSessions: number
  readonly lastHere: Date | null
}

const askStandings = async (ctx: TenantContext, tx: Tx): Promise<Map<string, Standing>> => {
  const visible: SQL = visibleSessions(ctx, sql`m.user_id`)
  const { rows } = await tx.execute(sql`
    select m.user_id as "userId",
      exists (select from memberships o where o.user_id = m.user_id and o.tenant_id <> m.tenant_id) as "isShared",
      (select count(*)::int from sessions s where ${visible}) as "openSessions",
      (select max(s.created_at) from sessions s where s.user_id = m.user_id and s.current_tenant_id = m.tenant_id) as "lastHere"
    from memberships m where m.tenant_id = ${ctx.tenantId}`)
  return new Map((rows as unknown as Standing[]).map((row) => [row.userId, row]))
}

const asListed = (row: InvitationRow): ListedUser => ({
  ...presentInvitation(row, null),
  lastSignInAt: null,
  openSessions: 0,
  isShared: false,
})

/** Members of the organisation, by name, with what their admins may know of their sign-ins; then who has not accepted yet. */
export const listUsers = async (ctx: TenantContext): Promise<ListedUser[]> => {
  const invited = await ctx.app.db.readSystem((tx) => findInvitations(tx, ctx.tenantId))
  return [...(await listMembers(ctx)), ...invited.map(asListed)]
}

/** Members of the organisation alone. */
export const listMembers = (ctx: TenantContext): Promise<ListedUser[]> =>
  ctx.app.db.readSystem(async (tx) => {
    const rows = await findUsers(tx, ctx.tenantId, isNotNull(memberships.userId))
    const standings = await askStandings(ctx, tx)
    return rows.map((row) => {
      const standing = standings.get(row.user.userId)
      const isShared = standing?.isShared ?? false
      // When someone signs in elsewhere is that organisation's affair.
      const lastSignIn = isShared ? (standing?.lastHere ?? null) : row.user.lastSignInAt
      return {
        ...presentUser(row),
        lastSignInAt: lastSignIn ? new Date(lastSignIn).toISOString() : null,
        openSessions: standing?.openSessions ?? 0,
        isShared,
      }
    })
  })
