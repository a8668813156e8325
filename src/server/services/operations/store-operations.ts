import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { rowsAsJson } from '../../db/rows-as-json.ts'
import { operationDependencies, operations } from '../../db/tables/operations.table.ts'
import { notifyOfOperations } from '../notifications/notify-of-operations.ts'
import { changedStamp, diffFields } from '../records/record-fields.ts'
import type { Write } from '../records/write-tenant.ts'
import { keptOperationFields, type LinkedOperation, type OperationRow, touchesPlan } from './operation-fields.ts'
import { storePlacements } from './place-by-hand.ts'

/** An operation before (null = it is new) and after. */
export interface OperationWrite {
  readonly before: LinkedOperation | null
  readonly after: LinkedOperation
}

const rowsPerStatement = 1_000

const storeDependencies = async (ctx: TenantContext, tx: Tx, writes: readonly OperationWrite[]): Promise<void> => {
  const relinked = writes.filter(
    ({ before, after }) => JSON.stringify(before?.dependencies ?? []) !== JSON.stringify(after.dependencies),
  )
  if (relinked.length === 0) return
  const stored = relinked.filter(({ before }) => before !== null)
  if (stored.length > 0) {
    await tx.delete(operationDependencies).where(
      and(
        eq(operationDependencies.tenantId, ctx.tenantId),
        inArray(
          operationDependencies.operationId,
          stored.map(({ after }) => after.row.operationId),
        ),
      ),
    )
  }
  const links = relinked.flatMap(({ after: { row, dependencies } }) =>
    dependencies.map((dependency, position) => ({
      tenantId: ctx.tenantId,
      projectId: row.projectId,
      operationId: row.operationId,
      ...dependency,
      position,
    })),
  )
  for (let from = 0; from < links.length; from += rowsPerStatement) {
    await tx.execute(sql`insert into ${rowsAsJson(operationDependencies, links.slice(from, from + rowsPerStatement))}`)
  }
}

/** The visible version also counts moves by plans, so each write here adds one to the stored version. */
const excluded = sql.join(
  Object.values(getTableColumns(operations)).map(({ name }) =>
    name === 'version'
      ? sql`version = operations.version + 1`
      : sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
  ),
  sql`, `,
)

/**
 * Stores new and changed rows and their placements in the plan in force, in two statements per thousand rows. The organization
 * is locked, so no row can be deleted and no other plan can come in force meanwhile.
 */
const storeRows = async (ctx: TenantContext, tx: Tx, rows: readonly OperationRow[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const part = rows.slice(from, from + rowsPerStatement)
    await tx.execute(sql`insert into ${rowsAsJson(operations, part)}
      on conflict (tenant_id, operation_id) do update set ${excluded}`)
    await storePlacements(ctx, tx, part)
  }
}

/** Stores operations of a locked project with their history and announcement; returns them as stored. */
export const storeOperations = async (write: Write, writes: readonly OperationWrite[]): Promise<LinkedOperation[]> => {
  const { ctx, tx, record } = write
  const stored = writes.map(({ before, after: { row, dependencies } }) => ({
    row: before ? { ...row, ...changedStamp(ctx, before.row) } : row,
    dependencies,
  }))
  await storeRows(
    ctx,
    tx,
    stored.map(({ row }) => row),
  )
  await storeDependencies(ctx, tx, writes)
  for (const [index, saved] of stored.entries()) {
    const before = writes[index]?.before ?? null
    const { operationId, projectId, version } = saved.row
    const changes = diffFields(before && keptOperationFields(before), keptOperationFields(saved))
    const action = before ? 'update' : 'create'
    if (changes.length > 0) record.history({ entity: 'operation', entityId: operationId, projectId, action, changes })
    record.changed('operations', { id: operationId, version, projectId })
    if (touchesPlan(changes)) record.planChanged()
  }
  await notifyOfOperations(write, writes)
  return stored
}
