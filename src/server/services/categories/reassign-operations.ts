import { and, eq, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import type { Recorder } from '../../db/transaction.ts'
import { ValidationError } from '../../errors.ts'
import { tellOfOperations } from '../notifications/tell-of-operations.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import { requireCategory } from './check-category.ts'

interface Reassignment {
  readonly from: { readonly categoryId: string; readonly name: string }
  readonly toId: string
}

/** Moves every operation of one work centre to another, with history, and tells those who look after their projects. 400 when `toId` is the same or not one of ours. */
export const reassignOperations = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  { from, toId }: Reassignment,
): Promise<void> => {
  if (toId === from.categoryId) {
    throw new ValidationError([{ path: 'reassignTo', message: 'Choose another work center' }])
  }
  await requireCategory(ctx, tx, toId, 'reassignTo')
  const moved = await tx
    .update(operations)
    .set({
      categoryId: toId,
      version: sql`${operations.version} + 1`,
      modifiedAt: ctx.app.now(),
      modifiedBy: ctx.userName,
    })
    .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations.categoryId, from.categoryId)))
    .returning()
  const seen = await tx
    .select({ operationId: plannedOperations.operationId, version: plannedOperations.version })
    .from(operationsInForce(ctx.tenantId, 'all'))
    .where(eq(plannedOperations.categoryId, toId))
  const versions = new Map(seen.map(({ operationId, version }) => [operationId, version]))
  for (const { operationId, projectId } of moved) {
    const changes = [{ field: 'categoryId', from: from.categoryId, to: toId }]
    record.history({ entity: 'operation', entityId: operationId, projectId, action: 'update', changes })
    record.changed('operations', { id: operationId, version: versions.get(operationId), projectId })
  }
  if (moved.length === 0) return
  record.workingTimeChanged('category', from.name)
  await tellOfOperations(
    ctx,
    tx,
    record,
    moved.map((row) => ({ before: { row: { ...row, categoryId: from.categoryId } }, after: { row } })),
  )
}
