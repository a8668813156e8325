import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { AccessRequest } from '#contract/access-requests.ts'
import { type MemberAccess, memberAccesses } from '#contract/vocabulary.ts'
import { mayAskForAccess } from '#domain/access/ask-for-access.ts'
import { mayChangeUser } from '#domain/access/change-user.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { accessRequests } from '../../db/tables/access.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { writeSystem, writeTenant } from '../records/write-tenant.ts'
import { endSessions } from '../sessions/sessions.ts'
import { lockMember } from '../users/manage-users.ts'
import { presentRequest } from './read-access.ts'

interface Asked {
  readonly reason: string
  readonly access?: MemberAccess
}

/** Asks for more access. 422 when the caller has an open request or that access already. */
export const createAccessRequest = (ctx: TenantContext, { reason, access = 'admin' }: Asked): Promise<AccessRequest> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const mine = and(
      eq(accessRequests.tenantId, ctx.tenantId),
      eq(accessRequests.userId, ctx.userId),
      eq(accessRequests.status, 'Open'),
    )
    const open = await tx.select({ requestId: accessRequests.requestId }).from(accessRequests).where(mine)
    const decision = mayAskForAccess(ctx.role, access, open.length > 0)
    if (!decision.ok) throw new RuleError(decision.reason)
    const [row] = await tx
      .insert(accessRequests)
      .values({
        tenantId: ctx.tenantId,
        requestId: randomUUID(),
        userId: ctx.userId,
        userName: ctx.userName,
        access,
        reason,
        requestedAt: ctx.app.now(),
      })
      .returning()
    if (!row) throw new Error('A request vanished inside its own transaction')
    const changes = [
      { field: 'adminRequest', from: null, to: reason },
      { field: 'requestedAccess', from: null, to: access },
    ]
    record.history({ entity: 'user', entityId: ctx.userId, action: 'update', changes })
    record.changed('users', { id: ctx.userId })
    record.notify({
      to: 'admins',
      cause: { code: 'accessRequested', userName: ctx.userName, reason, access },
      subject: { kind: 'accessRequests' },
      key: `access:${row.requestId}`,
    })
    return presentRequest(row)
  })

/** Withdraws the caller's own open request. 404 if it is unknown or another person's, 422 if it is decided. */
export const withdrawAccessRequest = (ctx: TenantContext, { id }: { id: string }): Promise<AccessRequest> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const mine = and(
      eq(accessRequests.tenantId, ctx.tenantId),
      eq(accessRequests.requestId, id),
      eq(accessRequests.userId, ctx.userId),
    )
    const [request] = await tx.select().from(accessRequests).where(mine).for('update')
    if (!request) throw new NotFoundError()
    if (request.status !== 'Open') throw new RuleError(`This request was ${request.status.toLowerCase()} already.`)
    const [row] = await tx
      .update(accessRequests)
      .set({ status: 'Withdrawn', decidedAt: ctx.app.now(), decidedBy: ctx.userName })
      .where(mine)
      .returning()
    if (!row) throw new Error('A locked request vanished')
    const changes = [{ field: 'adminRequest', from: 'Open', to: row.status }]
    record.history({ entity: 'user', entityId: ctx.userId, action: 'update', changes })
    record.changed('users', { id: ctx.userId })
    record.withdraw({ key: `access:${id}` })
    return presentRequest(row)
  })

type Granted = Pick<typeof accessRequests.$inferSelect, 'userId' | 'access'>

interface DecisionInput {
  readonly id: string
  readonly grants: boolean
  readonly note?: string
}

/** Gives a member the access asked for. Returns the access before; null when that was as high, and nothing changes. */
const giveAccess = async (ctx: TenantContext, tx: Tx, { userId, access }: Granted): Promise<MemberAccess | null> => {
  const { member, admins } = await lockMember(ctx, tx, userId)
  const decision = mayChangeUser({ userId: ctx.userId, role: ctx.role }, member, { access }, admins)
  if (!decision.ok) throw new RuleError(decision.reason)
  if (memberAccesses.indexOf(access) <= memberAccesses.indexOf(member.access)) return null
  await tx
    .update(memberships)
    .set({ access, workCenterIds: null })
    .where(and(eq(memberships.tenantId, ctx.tenantId), eq(memberships.userId, userId)))
  // A change of rights ends the sessions of the user.
  await endSessions(tx, { userId, tenantId: ctx.tenantId })
  return member.access
}

/** Grants or refuses an open request. 404 if it is unknown, 422 if it is decided. */
export const decideAccessRequest = (ctx: TenantContext, { id, grants, note }: DecisionInput): Promise<AccessRequest> =>
  writeSystem(ctx, async ({ tx, record }) => {
    const wanted = and(eq(accessRequests.tenantId, ctx.tenantId), eq(accessRequests.requestId, id))
    const [request] = await tx.select().from(accessRequests).where(wanted).for('update')
    if (!request) throw new NotFoundError()
    if (request.status !== 'Open') {
      throw new RuleError(`This request was ${request.status.toLowerCase()} by ${request.decidedBy ?? 'someone else'}.`)
    }
    const before = grants ? await giveAccess(ctx, tx, request) : null
    const [row] = await tx
      .update(accessRequests)
      .set({
        status: grants ? 'Granted' : 'Refused',
        decidedAt: ctx.app.now(),
        decidedBy: ctx.userName,
        note: note || null,
      })
      .where(wanted)
      .returning()
    if (!row) throw new Error('A locked request vanished')
    record.history({
      entity: 'user',
      entityId: request.userId,
      action: 'update',
      changes: [
        { field: 'adminRequest', from: 'Open', to: row.status },
        ...(before !== null ? [{ field: 'access', from: before, to: request.access }] : []),
      ],
    })
    record.changed('users', { id: request.userId })
    record.withdraw({ key: `access:${id}` })
    record.notify({
      to: { users: [request.userId] },
      cause: {
        code: 'accessAnswered',
        granted: grants,
        decidedBy: ctx.userName,
        note: row.note,
        access: request.access,
      },
      subject: { kind: 'accessRequests' },
    })
    return presentRequest(row)
  })
