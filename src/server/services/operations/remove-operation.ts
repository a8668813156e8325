import { and, eq, gt } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { isAmong } from '../../db/among.ts'
import { operationSnoozes } from '../../db/tables/operation-snoozes.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { NotFoundError } from '../../errors.ts'
import { diffFields } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { recordLostIntervals } from '../work-time/store-intervals.ts'
import { lockProject } from './lock-project.ts'
import { type LinkedOperation, removedOperation } from './operation-fields.ts'
import { type OperationPath, selectOperations } from './read-operations.ts'
import { storeOperations } from './store-operations.ts'

/** Call before operations are deleted: writes their snoozes to history, so that undo restores them too. */
export const recordLostSnoozes = async (
  write: Write,
  of: { readonly projectId: string } | { readonly operationIds: readonly string[] },
): Promise<void> => {
  const { ctx, tx, record } = write
  const lost = await tx
    .select({ snooze: operationSnoozes, projectId: operations.projectId })
    .from(operationSnoozes)
    .innerJoin(
      operations,
      and(eq(operations.tenantId, operationSnoozes.tenantId), eq(operations.operationId, operationSnoozes.operationId)),
    )
    .where(
      and(
        eq(operationSnoozes.tenantId, ctx.tenantId),
        'projectId' in of ? eq(operations.projectId, of.projectId) : isAmong(operations.operationId, of.operationIds),
        gt(operationSnoozes.until, ctx.app.now()),
      ),
    )
  for (const { snooze, projectId } of lost) {
    const changes = diffFields({ snoozedUntil: snooze.until.toISOString(), reason: snooze.reason }, null)
    record.history({ entity: 'operationSnooze', entityId: snooze.operationId, projectId, action: 'delete', changes })
  }
}

/**
 * Removes operations of a locked organization for which no other operation waits, with their history. They are as they are stored: of any
 * number, also of several projects, nothing is read again.
 */
export const removeUnlinked = async (write: Write, removed: readonly LinkedOperation[]): Promise<void> => {
  if (removed.length === 0) return
  const { ctx, tx, record } = write
  const operationIds = removed.map(({ row }) => row.operationId)
  await recordLostSnoozes(write, { operationIds })
  await recordLostIntervals(write, { operationIds })
  await tx
    .delete(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), isAmong(operations.operationId, operationIds)))
  for (const one of removed) {
    const { operationId, projectId } = one.row
    const changes = removedOperation(one)
    record.history({ entity: 'operation', entityId: operationId, projectId, action: 'delete', changes })
    record.changed('operations', { id: operationId, projectId })
  }
}

/** Removes an operation, and the dependencies on it, with history for each changed operation. */
export const removeOperationWithin = async (write: Write, { projectId, operationId }: OperationPath): Promise<void> => {
  const { ctx, tx } = write
  await lockProject(ctx, tx, projectId)
  const all = await selectOperations(ctx, tx, [projectId])
  const removed = all.find(({ row }) => row.operationId === operationId)
  if (!removed) throw new NotFoundError()
  const freed = all.filter(({ dependencies }) => dependencies.some((link) => link.predecessorId === operationId))
  await storeOperations(
    write,
    freed.map((before) => ({
      before,
      after: {
        row: before.row,
        dependencies: before.dependencies.filter((link) => link.predecessorId !== operationId),
      },
    })),
  )
  await removeUnlinked(write, [removed])
}

/** The same, in its own transaction. */
export const removeOperation = (ctx: TenantContext, path: OperationPath): Promise<void> =>
  writeTenant(ctx, (write) => removeOperationWithin(write, path))
