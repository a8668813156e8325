import { type Column, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './database.ts'

const names = (columns: readonly { name: string }[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )

/** A value in the form that a column accepts from JSON; bytes are passed as a text, because JSON has none. */
export const inJson = (column: Column, value: unknown): unknown => {
  if (column.dataType !== 'custom' || value === null || value === undefined) return value
  const stored = column.mapToDriverValue(value)
  return stored instanceof Uint8Array ? `\\x${Buffer.from(stored).toString('hex')}` : stored
}

/**
 * Rows of a table as one parameter, for any number of rows: `insert into ${rowsAsJson(table, rows)}`. Separate parameters
 * for each value would take ten times the work. Columns that a row does not name become null.
 */
export const rowsAsJson = <T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL => {
  const columns = Object.entries(getTableColumns(table as Table))
  const list = names(columns.map(([, column]) => column))
  // What is left out becomes null, and most columns of most rows are.
  const stored = rows.map((row) => {
    const named: Record<string, unknown> = {}
    for (const [key, column] of columns) {
      const value = (row as Record<string, unknown>)[key] ?? null
      if (value !== null) named[column.name] = inJson(column, value)
    }
    return named
  })
  return sql`${table} (${list}) select ${list} from json_populate_recordset(null::${table}, ${JSON.stringify(stored)}::json)`
}

/** Whole rows of a table, selected from `from`, read as one text: typed rows take four times as long. */
export const readTableRows = async <T extends PgTable>(tx: Tx, table: T, from: SQL): Promise<T['$inferSelect'][]> => {
  const columns = Object.entries(getTableColumns(table as Table))
  const { rows } = await tx.execute<{ page: string }>(sql`
    select coalesce(json_agg(json_build_array(${names(columns.map(([, column]) => column))})), '[]')::text as page from ${from}`)
  const read = JSON.parse(rows[0]?.page ?? '[]') as unknown[][]
  const values = columns.map(([key, column]) => {
    if (column.dataType === 'date') return { key, toValue: (text: unknown) => new Date(text as string) }
    return {
      key,
      toValue: (value: unknown) => (column.dataType === 'custom' ? column.mapFromDriverValue(value) : value),
    }
  })
  return read.map((row) =>
    Object.fromEntries(
      values.map(({ key, toValue }, index) => [key, row[index] === null ? null : toValue(row[index])]),
    ),
  ) as T['$inferSelect'][]
}
