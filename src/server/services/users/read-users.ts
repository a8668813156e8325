import { eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ListedUser, User } from '#contract/users.ts'
import { isAdminRole } from '#domain/access/rights.ts'
import type { SessionContext, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { NotFoundError } from '../../errors.ts'
import { hasEmail, isStorable } from '../credentials/email.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { findUsers, presentUser, type UserRow } from './find-user.ts'
import { findInvitation, findInvitations, type InvitationRow, presentInvitation } from './invitations.ts'
import { visibleSessions } from './user-sessions.ts'

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

/** Members of the organization, by name, with the facts about sign-ins that admins may see, then open invitations. */
export const listUsers = async (ctx: TenantContext): Promise<ListedUser[]> => {
  const invited = await ctx.app.db.readSystem((tx) => findInvitations(tx, ctx.tenantId))
  return [...(await listMembers(ctx)), ...invited.map(asListed)]
}

/** Only the members of the organization. */
export const listMembers = (ctx: TenantContext): Promise<ListedUser[]> =>
  ctx.app.db.readSystem(async (tx) => {
    const rows = await findUsers(tx, ctx.tenantId, isNotNull(memberships.userId))
    const states = await askStandings(ctx, tx)
    return rows.map((row) => {
      const state = states.get(row.user.userId)
      const isShared = state?.isShared ?? false
      // Sign-ins to other organizations are not shown.
      const lastSignIn = isShared ? (state?.lastHere ?? null) : row.user.lastSignInAt
      return {
        ...presentUser(row),
        lastSignInAt: lastSignIn ? new Date(lastSignIn).toISOString() : null,
        openSessions: state?.openSessions ?? 0,
        isShared,
      }
    })
  })

/** Users may see themselves, admins the members of their organization, and super admins everyone. */
const maySee = (session: LiveSession, { user, membership }: UserRow): boolean =>
  user.userId === session.userId || session.isSuperAdmin || (isAdminRole(session.role) && membership !== null)

const see = async (ctx: SessionContext, session: LiveSession, condition: SQL): Promise<User> => {
  const tenantId = session.tenant?.tenantId ?? null
  const [row] = await ctx.app.db.readSystem((tx) => findUsers(tx, tenantId, condition))
  if (!row || !maySee(session, row)) throw new NotFoundError()
  const isOutside = row.membership === null && row.user.userId !== session.userId
  return presentUser(isOutside ? { ...row, tenant: null } : row)
}

/** An invitation of the organization, if the caller is its admin. Else null. */
const seeInvited = (ctx: SessionContext, { tenant, role }: LiveSession, id: string): Promise<User | null> =>
  ctx.app.db.readSystem(async (tx) => {
    const row = tenant === null || !isAdminRole(role) ? null : await findInvitation(tx, tenant.tenantId, id)
    return row && presentInvitation(row, tenant?.name ?? null)
  })

/** One user or invitation. 404 for those that the caller may not see. */
export const getUser = async (ctx: SessionContext, input: { session: LiveSession; id: string }): Promise<User> =>
  (await seeInvited(ctx, input.session, input.id)) ?? see(ctx, input.session, eq(users.userId, input.id))

/** One user by e-mail, with the same rules. */
export const getUserByEmail = async (
  ctx: SessionContext,
  { session, email }: { session: LiveSession; email: string },
): Promise<User> => {
  if (!isStorable(email)) throw new NotFoundError()
  return see(ctx, session, hasEmail(email))
}

/** The signed-in user, seen from the chosen organization. */
export const getMe = (ctx: SessionContext, { session }: { session: LiveSession }): Promise<User> =>
  see(ctx, session, eq(users.userId, session.userId))
