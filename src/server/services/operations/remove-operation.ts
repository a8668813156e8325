import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { diffFields } from '../history/diff-fields.ts'
import { keptStamp } from '../history/record-stamp.ts'
import { lockProject } from '../projects/lock-project.ts'
import type { OperationPath } from './get-operation.ts'
import { keptOperationFields } from './operation-fields.ts'
import { recordLostSnoozes } from './record-lost-snoozes.ts'
import { selectOperations } from './select-operations.ts'
import { storeOperations } from './store-operations.ts'

/** Removes an operation; those that waited for it wait for it no longer, and their history says so. */
export const removeOperation = (ctx: TenantContext, { projectId, operationId }: OperationPath): Promise<void> =>
  writeTenant(ctx, async (tx, record) => {
    await lockProject(ctx, tx, projectId)
    const all = await selectOperations(ctx, tx, [projectId])
    const removed = all.find(({ row }) => row.operationId === operationId)
    if (!removed) throw new NotFoundError()
    const freed = all.filter(({ dependencies }) => dependencies.some((link) => link.predecessorId === operationId))
    await storeOperations(
      ctx,
      tx,
      record,
      freed.map((before) => ({
        before,
        after: {
          row: before.row,
          dependencies: before.dependencies.filter((link) => link.predecessorId !== operationId),
        },
      })),
    )
    await recordLostSnoozes(ctx, tx, record, { operationIds: [operationId] })
    await tx
      .delete(operations)
      .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations.operationId, operationId)))
    const changes = diffFields({ ...keptOperationFields(removed), ...keptStamp(removed.row) }, null)
    record.history({ entity: 'operation', entityId: operationId, projectId, action: 'delete', changes })
    record.changed('operations', { id: operationId, projectId })
    record.planChanged()
  })
