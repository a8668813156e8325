import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { HistoryEntry } from '#contract/history.ts'
import type { RecordFields } from '#domain/changes/reverse-change.ts'
import type { UndoableEntity } from '#domain/changes/undoable.ts'
import type { TenantContext } from '../../../context.ts'
import { isAmong } from '../../../db/among.ts'
import { changedStamp, createdStamp, diffFields, keptStamp } from '../../records/record-fields.ts'
import type { Kind, Present, Scope, Target } from './kind.ts'

interface StoredRow {
  readonly version: number
  readonly createdAt: Date
  readonly modifiedAt: Date
  readonly modifiedBy: string
}

interface PresentRow<R> extends Present {
  readonly row: R
}

/** A written record: before null = created, after null = removed. */
interface Written<R> {
  readonly id: string
  readonly before: R | null
  readonly after: R | null
  readonly changes: HistoryEntry['changes']
}

export interface TableKind<R extends StoredRow> {
  readonly entity: UndoableEntity
  readonly table: PgTable & { readonly tenantId: PgColumn }
  readonly idColumn: PgColumn
  /** Property of the row that holds the id. */
  readonly idKey: keyof R & string
  readonly nameOf: (row: R) => string
  readonly fieldsOf: (row: R) => RecordFields
  /** Translates fields of history to columns, where they differ. */
  readonly columnsOf?: (fields: RecordFields) => RecordFields
  /** Announces the written record like the services of its kind. */
  readonly announce: (scope: Scope, written: Written<R>) => Promise<void> | void
}

/** A statement can have at most 65,535 parameters. */
const rowsPerStatement = 1_000

const excludedColumns = (table: PgTable) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [
      name,
      sql`excluded.${sql.identifier(column.name)}`,
    ]),
  )

/** Stamp of a restored record: its original creation date, and a version that was never used. */
export const remadeStamp = (ctx: TenantContext, { version, createdAt }: RecordFields) => ({
  ...createdStamp(ctx),
  version: typeof version === 'number' ? version + 1 : 1,
  ...(typeof createdAt === 'string' && { createdAt: new Date(createdAt) }),
})

/** The undo of a plain table: one row per record, its columns named as on the wire or translated by `columnsOf`. */
export const tableKind = <R extends StoredRow>(kind: TableKind<R>): Kind => {
  const { entity, table, idColumn, idKey, fieldsOf, announce } = kind
  const columnsOf = kind.columnsOf ?? ((fields: RecordFields) => fields)
  const rowOf = (target: Target): R | null => (target.present as PresentRow<R> | null)?.row ?? null
  const these = (ctx: TenantContext, ids: string[]) => and(eq(table.tenantId, ctx.tenantId), isAmong(idColumn, ids))

  const rowAfter = (ctx: TenantContext, target: Target): R => {
    const before = rowOf(target)
    const { version, createdAt, ...fields } = target.reversal.fields
    const columns = columnsOf(fields)
    if (before) return { ...before, ...columns, ...changedStamp(ctx, before) }
    const stamp = remadeStamp(ctx, { version, createdAt })
    return { tenantId: ctx.tenantId, [idKey]: target.change.entityId, ...columns, ...stamp } as unknown as R
  }
  const notify = async (scope: Scope, { change }: Target, before: R | null, after: R | null): Promise<void> => {
    const { entityId: id, projectId } = change
    const action = before ? (after ? 'update' : 'delete') : 'create'
    const gone = before && !after ? { ...fieldsOf(before), ...keptStamp(before) } : null
    const changes = diffFields(gone ?? (before && fieldsOf(before)), after && fieldsOf(after))
    scope.record.history({ entity, entityId: id, projectId, action, changes })
    await announce(scope, { id, before, after, changes })
  }

  return {
    load: async ({ ctx, tx }, changes) => {
      const ids = changes.map(({ entityId }) => entityId)
      const rows = (await tx.select().from(table).where(these(ctx, ids))) as unknown as R[]
      return new Map(
        rows.map((row): [string, PresentRow<R>] => [
          String(row[idKey]),
          { row, fields: fieldsOf(row), name: kind.nameOf(row), modifiedBy: row.modifiedBy },
        ]),
      )
    },
    store: async (scope, targets) => {
      const rows = targets.map((target) => rowAfter(scope.ctx, target))
      for (let from = 0; from < rows.length; from += rowsPerStatement) {
        await scope.tx
          .insert(table)
          .values(rows.slice(from, from + rowsPerStatement))
          .onConflictDoUpdate({ target: [table.tenantId, idColumn], set: excludedColumns(table) })
      }
      for (const [index, target] of targets.entries()) await notify(scope, target, rowOf(target), rows[index] ?? null)
    },
    remove: async (scope, targets) => {
      const ids = targets.map(({ change }) => change.entityId)
      await scope.tx.delete(table).where(these(scope.ctx, ids))
      for (const target of targets) await notify(scope, target, rowOf(target), null)
    },
  }
}
