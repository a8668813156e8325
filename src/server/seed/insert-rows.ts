import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../db/database.ts'
import { inJson } from '../db/rows-as-json.ts'

const rowsPerStatement = 2_000

/**
 * Inserts many rows as JSON, with one statement per two thousand rows. Every row has the fields of the first one; the
 * other columns take their defaults.
 */
export const insertRows = async <T extends PgTable>(
  tx: Tx,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> => {
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in (rows[0] ?? {}))
  const names: SQL = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  )
  const name = sql.identifier(getTableName(table))
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const records = rows
      .slice(from, from + rowsPerStatement)
      .map((row) =>
        Object.fromEntries(
          columns.map(([field, column]) => [column.name, inJson(column, (row as Record<string, unknown>)[field])]),
        ),
      )
    await tx.execute(
      sql`insert into ${name} (${names}) select ${names} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(records)}::jsonb)`,
    )
  }
}
