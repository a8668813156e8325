import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { AccessRequest } from '#contract/access-requests.ts'
import { mayAskForAdmin } from '#domain/access/ask-for-admin.ts'
import type { TenantContext } from '../../context.ts'
import { accessRequests } from '../../db/tables/access.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { presentRequest } from './present-request.ts'

/** Asks for admin rights. 422 when one is open already, or the rights are held. */
export const createAccessRequest = (ctx: TenantContext, { reason }: { reason: string }): Promise<AccessRequest> =>
  writeTenant(ctx, async (tx, record) => {
    const mine = and(
      eq(accessRequests.tenantId, ctx.tenantId),
      eq(accessRequests.userId, ctx.userId),
      eq(accessRequests.status, 'Open'),
    )
    const open = await tx.select({ requestId: accessRequests.requestId }).from(accessRequests).where(mine)
    const decision = mayAskForAdmin(ctx.role, open.length > 0)
    if (!decision.ok) throw new RuleError(decision.reason)
    const [row] = await tx
      .insert(accessRequests)
      .values({
        tenantId: ctx.tenantId,
        requestId: randomUUID(),
        userId: ctx.userId,
        userName: ctx.userName,
        reason,
        requestedAt: ctx.app.now(),
      })
      .returning()
    if (!row) throw new Error('A request vanished inside its own transaction')
    const changes = [{ field: 'adminRequest', from: null, to: reason }]
    record.history({ entity: 'user', entityId: ctx.userId, action: 'update', changes })
    record.changed('users', { id: ctx.userId })
    record.notify({
      to: 'admins',
      cause: { code: 'accessRequested', userName: ctx.userName, reason },
      subject: { kind: 'accessRequests' },
      key: `access:${row.requestId}`,
    })
    return presentRequest(row)
  })
