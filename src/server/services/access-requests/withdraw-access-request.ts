import { and, eq } from 'drizzle-orm'
import type { AccessRequest } from '#contract/access-requests.ts'
import type { TenantContext } from '../../context.ts'
import { accessRequests } from '../../db/tables/access.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { presentRequest } from './present-request.ts'

/** Takes back the caller's own open request. 404 unknown or somebody else's, 422 answered already. */
export const withdrawAccessRequest = (ctx: TenantContext, { id }: { id: string }): Promise<AccessRequest> =>
  writeTenant(ctx, async (tx, record) => {
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
