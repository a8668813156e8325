import { and, eq } from 'drizzle-orm'
import type { AccessRequest } from '#contract/access-requests.ts'
import { mayChangeUser } from '#domain/access/change-user.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { accessRequests } from '../../db/tables/access.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { writeSystem } from '../../db/transaction.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { lockMember } from '../users/find-member.ts'
import { presentRequest } from './present-request.ts'

interface DecisionInput {
  readonly id: string
  readonly grants: boolean
  readonly note?: string
}

const makeAdmin = async (ctx: TenantContext, tx: Tx, userId: string): Promise<void> => {
  const { member, admins } = await lockMember(ctx, tx, userId)
  const decision = mayChangeUser({ userId: ctx.userId, standing: ctx.role }, member, { isAdmin: true }, admins)
  if (!decision.ok) throw new RuleError(decision.reason)
  if (member.isAdmin) return
  await tx
    .update(memberships)
    .set({ isAdmin: true })
    .where(and(eq(memberships.tenantId, ctx.tenantId), eq(memberships.userId, userId)))
  // A session never outlives a change of its rights.
  await endSessions(tx, { userId, tenantId: ctx.tenantId })
}

/** Grants or refuses an open request. 404 unknown, 422 decided already. */
export const decideAccessRequest = (ctx: TenantContext, { id, grants, note }: DecisionInput): Promise<AccessRequest> =>
  writeSystem(ctx, async (tx, record) => {
    const wanted = and(eq(accessRequests.tenantId, ctx.tenantId), eq(accessRequests.requestId, id))
    const [request] = await tx.select().from(accessRequests).where(wanted).for('update')
    if (!request) throw new NotFoundError()
    if (request.status !== 'Open') {
      throw new RuleError(`This request was ${request.status.toLowerCase()} by ${request.decidedBy ?? 'someone else'}.`)
    }
    if (grants) await makeAdmin(ctx, tx, request.userId)
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
        ...(grants ? [{ field: 'isAdmin', from: false, to: true }] : []),
      ],
    })
    record.changed('users', { id: request.userId })
    record.withdraw({ key: `access:${id}` })
    record.notify({
      to: { users: [request.userId] },
      cause: { code: 'accessAnswered', granted: grants, decidedBy: ctx.userName, note: row.note },
      subject: { kind: 'accessRequests' },
    })
    return presentRequest(row)
  })
