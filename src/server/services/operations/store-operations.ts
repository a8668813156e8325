import { and, eq, inArray } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationDependencies, operations } from '../../db/tables/operations.table.ts'
import type { Recorder } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { changedStamp } from '../history/record-stamp.ts'
import { type LinkedOperation, operationFields, touchesPlan } from './operation-fields.ts'

/** An operation before (null = it is new) and after. */
export interface OperationWrite {
  readonly before: LinkedOperation | null
  readonly after: LinkedOperation
}

const storeDependencies = async (ctx: TenantContext, tx: Tx, writes: readonly OperationWrite[]): Promise<void> => {
  const relinked = writes.filter(
    ({ before, after }) => JSON.stringify(before?.dependencies ?? []) !== JSON.stringify(after.dependencies),
  )
  if (relinked.length === 0) return
  await tx.delete(operationDependencies).where(
    and(
      eq(operationDependencies.tenantId, ctx.tenantId),
      inArray(
        operationDependencies.operationId,
        relinked.map(({ after }) => after.row.operationId),
      ),
    ),
  )
  const links = relinked.flatMap(({ after: { row, dependencies } }) =>
    dependencies.map((dependency, position) => ({
      tenantId: ctx.tenantId,
      projectId: row.projectId,
      operationId: row.operationId,
      ...dependency,
      position,
    })),
  )
  if (links.length > 0) await tx.insert(operationDependencies).values(links)
}

/** Stores operations of a locked project with their history and announcement; returns them as stored. */
export const storeOperations = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  writes: readonly OperationWrite[],
): Promise<LinkedOperation[]> => {
  const created = writes.filter(({ before }) => before === null).map(({ after }) => after.row)
  if (created.length > 0) await tx.insert(operations).values(created)
  const stored: LinkedOperation[] = []
  for (const { before, after } of writes) {
    const row = before ? { ...after.row, ...changedStamp(ctx, before.row) } : after.row
    const { operationId, projectId, version } = row
    if (before) {
      await tx
        .update(operations)
        .set(row)
        .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations.operationId, operationId)))
    }
    const saved = { row, dependencies: after.dependencies }
    const changes = diffFields(before && operationFields(before), operationFields(saved))
    const action = before ? 'update' : 'create'
    if (changes.length > 0) record.history({ entity: 'operation', entityId: operationId, projectId, action, changes })
    record.changed('operations', { id: operationId, version, projectId })
    if (touchesPlan(changes)) record.planChanged()
    stored.push(saved)
  }
  await storeDependencies(ctx, tx, writes)
  return stored
}
