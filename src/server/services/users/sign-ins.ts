import { and, eq, gte, isNull, or } from 'drizzle-orm'
import type { SignIn } from '#contract/sign-ins.ts'
import type { SessionContext, TenantContext } from '../../context.ts'
import { signIns } from '../../db/tables/second-factors.table.ts'
import { findSignIns } from '../sessions/sign-in-log.ts'
import { findMember } from './manage-users.ts'

/** My latest sign-ins and failed attempts, in all organizations. */
export const listMySignIns = (ctx: SessionContext): Promise<SignIn[]> =>
  ctx.app.db.readSystem((tx) => findSignIns(tx, eq(signIns.userId, ctx.userId)))

/**
 * Latest sign-ins of a member: those that entered this organization, and since the account joined those that entered none, unless
 * the account also belongs to another organization. 404 for people who are not members.
 */
export const listUserSignIns = (ctx: TenantContext, { id }: { readonly id: string }): Promise<SignIn[]> =>
  ctx.app.db.readSystem(async (tx) => {
    const { row, member } = await findMember(ctx, tx, id)
    const joinedAt = row.membership?.createdAt
    const enteredNone =
      joinedAt && !member.isShared ? and(isNull(signIns.enteredTenantId), gte(signIns.at, joinedAt)) : undefined
    return findSignIns(tx, and(eq(signIns.userId, id), or(eq(signIns.enteredTenantId, ctx.tenantId), enteredNone)))
  })
