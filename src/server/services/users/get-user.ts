import { eq, type SQL } from 'drizzle-orm'
import type { User } from '#contract/users.ts'
import type { SessionContext } from '../../context.ts'
import { users } from '../../db/tables/users.table.ts'
import { NotFoundError } from '../../errors.ts'
import { presentInvitation } from '../invitations/present-invitation.ts'
import { findInvitation } from '../invitations/store-invitation.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { findUsers, hasEmail, isStorable } from './find-user.ts'
import { presentUser, type UserRow } from './present-user.ts'

/** Oneself, members of the organisation one administers, or anyone for a super admin. */
const maySee = (session: LiveSession, { user, membership }: UserRow): boolean =>
  user.userId === session.userId || session.isSuperAdmin || (session.role === 'admin' && membership !== null)

const see = async (ctx: SessionContext, session: LiveSession, condition: SQL): Promise<User> => {
  const tenantId = session.tenant?.tenantId ?? null
  const [row] = await ctx.app.db.readSystem((tx) => findUsers(tx, tenantId, condition))
  if (!row || !maySee(session, row)) throw new NotFoundError()
  const isOutside = row.membership === null && row.user.userId !== session.userId
  return presentUser(isOutside ? { ...row, tenant: null } : row)
}

/** Somebody whom the organisation one administers has invited; null for everyone else. */
const seeInvited = (ctx: SessionContext, { tenant, role }: LiveSession, id: string): Promise<User | null> =>
  ctx.app.db.readSystem(async (tx) => {
    const row = tenant === null || role === 'user' ? null : await findInvitation(tx, tenant.tenantId, id)
    return row && presentInvitation(row, tenant?.name ?? null)
  })

/** One user or somebody invited; whoever may not be seen is "not there" (404). */
export const getUser = async (ctx: SessionContext, input: { session: LiveSession; id: string }): Promise<User> =>
  (await seeInvited(ctx, input.session, input.id)) ?? see(ctx, input.session, eq(users.userId, input.id))

/** The same by e-mail. */
export const getUserByEmail = async (
  ctx: SessionContext,
  { session, email }: { session: LiveSession; email: string },
): Promise<User> => {
  if (!isStorable(email)) throw new NotFoundError()
  return see(ctx, session, hasEmail(email))
}

/** The signed-in user, seen from the chosen organisation. */
export const getMe = (ctx: SessionContext, { session }: { session: LiveSession }): Promise<User> =>
  see(ctx, session, eq(users.userId, session.userId))
