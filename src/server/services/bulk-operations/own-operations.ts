import { and, eq, inArray } from 'drizzle-orm'
import type { Action } from '#contract/actions.ts'
import type { BulkTarget, OwnOperations } from '#contract/bulk-operations.ts'
import { mayWithAll } from '#domain/access/may-all.ts'
import { may } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { ForbiddenError } from '../../errors.ts'
import { readTarget } from './bulk-target.ts'

const selectCenters = (ctx: TenantContext, tx: Tx, ids: readonly string[]) =>
  tx
    .select({ operationId: operations.operationId, categoryId: operations.categoryId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, [...ids])))

/** 403 unless the caller may do this with every one of the operations; the reason counts those at other work centers. */
export const requireOwn = async (ctx: TenantContext, tx: Tx, action: Action, ids: readonly string[]): Promise<void> => {
  const rows = ctx.workCenterIds === null ? [] : await selectCenters(ctx, tx, ids)
  const decision = mayWithAll(
    ctx,
    action,
    rows.map(({ categoryId }) => categoryId),
  )
  if (!decision.ok) throw new ForbiddenError(decision.reason)
}

/** Which of the operations are at work centers of the caller. 409 and 422 as `readTarget`. */
export const listOwnOperations = async (
  ctx: TenantContext,
  { target }: { readonly target: BulkTarget },
): Promise<OwnOperations> => {
  const ids = (await readTarget(ctx, target)).map(({ operationId }) => operationId)
  const rows = await readTenant(ctx, (tx) => selectCenters(ctx, tx, ids))
  const isOwn = (categoryId: string | null) => may(ctx, 'reportWork', { workCenterIds: [categoryId] }).ok
  return {
    total: rows.length,
    operationIds: rows.filter(({ categoryId }) => isOwn(categoryId)).map(({ operationId }) => operationId),
  }
}
