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
import { removedOperation } from './operation-fields.ts'
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

/** Removes operations of a project, and the dependencies on them, with history for each changed operation. 404 if one is not there. */
export const removeOperationsWithin = async (
  write: Write,
  { projectId, operationIds }: { readonly projectId: string; readonly operationIds: readonly string[] },
): Promise<void> => {
  const { ctx, tx, record } = write
  await lockProject(ctx, tx, projectId)
  const all = await selectOperations(ctx, tx, [projectId])
  const ids = new Set(operationIds)
  const removed = all.filter(({ row }) => ids.has(row.operationId))
  if (removed.length < ids.size) throw new NotFoundError()
  const waitsFor = ({ predecessorId }: { readonly predecessorId: string }) => ids.has(predecessorId)
  const freed = all.filter(({ row, dependencies }) => !ids.has(row.operationId) && dependencies.some(waitsFor))
  await storeOperations(
    write,
    freed.map((before) => ({
      before,
      after: { row: before.row, dependencies: before.dependencies.filter((link) => !waitsFor(link)) },
    })),
  )
  await recordLostSnoozes(write, { operationIds })
  await recordLostIntervals(write, { operationIds })
  await tx
    .delete(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), isAmong(operations.operationId, [...ids])))
  for (const one of removed) {
    const { operationId } = one.row
    const changes = removedOperation(one)
    record.history({ entity: 'operation', entityId: operationId, projectId, action: 'delete', changes })
    record.changed('operations', { id: operationId, projectId })
  }
}

/** The same for one operation. */
export const removeOperationWithin = (write: Write, { projectId, operationId }: OperationPath): Promise<void> =>
  removeOperationsWithin(write, { projectId, operationIds: [operationId] })

/** The same, in its own transaction. */
export const removeOperation = (ctx: TenantContext, path: OperationPath): Promise<void> =>
  writeTenant(ctx, (write) => removeOperationWithin(write, path))
