import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { inTurn } from '../../db/in-turn.ts'
import { rowsAsJson } from '../../db/rows-as-json.ts'
import { operationDependencies, operations } from '../../db/tables/operations.table.ts'
import { notifyOfOperations } from '../notifications/notify-of-operations.ts'
import { changedStamp, diffFields } from '../records/record-fields.ts'
import type { HistoryLine } from '../records/store-history.ts'
import type { Write } from '../records/write-tenant.ts'
import { followOperations } from '../work-time/follow-operations.ts'
import { keptOperationFields, type LinkedOperation, type OperationRow } from './operation-fields.ts'
import { storePlacements } from './place-by-hand.ts'

/** An operation before (null = it is new) and after. */
export interface OperationWrite {
  readonly before: LinkedOperation | null
  readonly after: LinkedOperation
}

const rowsPerStatement = 1_000
type Statement = () => PromiseLike<unknown>

/** The statements that store changed dependencies, each built when it is taken. */
function* dependencyStatements(ctx: TenantContext, tx: Tx, writes: readonly OperationWrite[]): Generator<Statement> {
  const relinked = writes.filter(
    ({ before, after }) => JSON.stringify(before?.dependencies ?? []) !== JSON.stringify(after.dependencies),
  )
  const stored = relinked.filter(({ before }) => before !== null).map(({ after }) => after.row.operationId)
  if (stored.length > 0) {
    const theirs = inArray(operationDependencies.operationId, stored)
    yield () => tx.delete(operationDependencies).where(and(eq(operationDependencies.tenantId, ctx.tenantId), theirs))
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
    const part = rowsAsJson(operationDependencies, links.slice(from, from + rowsPerStatement))
    yield () => tx.execute(sql`insert into ${part}`)
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

/** A new operation without dates needs no placement: it is where an operation without one is. */
const needsPlacement = ({ before, after: { row } }: OperationWrite): boolean =>
  before !== null || row.scheduledStartDate !== null || row.scheduledEndDate !== null || row.alternatives.length > 0

/**
 * The statements that store new and changed rows and their placements in the plan in force, two for a thousand rows. The organization
 * is locked, so no row can be deleted and no other plan can come in force meanwhile.
 */
function* rowStatements(
  ctx: TenantContext,
  tx: Tx,
  writes: readonly OperationWrite[],
  rows: readonly OperationRow[],
): Generator<Statement> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const part = rows.slice(from, from + rowsPerStatement)
    const inserted = rowsAsJson(operations, part)
    yield () => tx.execute(sql`insert into ${inserted} on conflict (tenant_id, operation_id) do update set ${excluded}`)
    const placed = part.filter((_, index) => {
      const write = writes[from + index]
      return write !== undefined && needsPlacement(write)
    })
    if (placed.length > 0) yield () => storePlacements(ctx, tx, placed)
  }
}

/** History lines for a write; null if nothing changes. */
export const operationLine = ({ before, after }: OperationWrite): HistoryLine | null => {
  const { operationId, projectId } = after.row
  const changes = diffFields(before && keptOperationFields(before), keptOperationFields(after))
  const action = before ? 'update' : 'create'
  return changes.length > 0 ? { entity: 'operation', entityId: operationId, projectId, action, changes } : null
}

/** Stores operations of a locked project with their history and announcement; returns them as stored. */
export const storeOperations = async (write: Write, writes: readonly OperationWrite[]): Promise<LinkedOperation[]> => {
  const { ctx, tx, record } = write
  const stored = writes.map(({ before, after: { row, dependencies } }) => ({
    row: before ? { ...row, ...changedStamp(ctx, before.row) } : row,
    dependencies,
  }))
  const rows = stored.map(({ row }) => row)
  await inTurn(rowStatements(ctx, tx, writes, rows))
  await inTurn(dependencyStatements(ctx, tx, writes))
  for (const [index, saved] of stored.entries()) {
    const { operationId, projectId, version } = saved.row
    const line = operationLine({ before: writes[index]?.before ?? null, after: saved })
    if (line) record.history(line)
    else record.touched({ entity: 'operation', entityId: operationId, projectId, action: 'update' })
    record.changed('operations', { id: operationId, version, projectId })
  }
  await followOperations(
    write,
    writes.map(({ before, after }) => ({ before: before?.row ?? null, after: after.row })),
  )
  await notifyOfOperations(write, writes)
  return stored
}
