import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { DatabaseFault } from '../../db/database-fault.ts'
import { AppError } from '../../errors.ts'
import { lockTenant } from '../records/tenant-row.ts'

const names = (columns: readonly { name: string }[], prefix = ''): SQL =>
  sql.join(
    columns.map(({ name }) => sql.raw(`${prefix}"${name}"`)),
    sql`, `,
  )

/** SQL type of a column in a JSON row. Instants are `timestamptz`. */
const typeOf = (dataType: string, sqlType: string): SQL => sql.raw(dataType === 'date' ? 'timestamptz' : sqlType)

export interface Upsert<T extends PgTable> {
  readonly table: T
  /** Rows with the field names of the table, without their organization. */
  readonly rowsJson: string
  /** Condition on `n`: the record of the row still exists. */
  readonly hasOwner: SQL
  readonly key: string
  /** Values of columns that are not in the row, or that an update sets differently. */
  readonly kept?: Readonly<Record<string, SQL>>
}

/** Writes the rows that differ from the stored ones, and returns their keys. */
export const upsert = async <T extends PgTable>(
  tx: Tx,
  tenantId: string,
  { table, rowsJson, hasOwner, key, kept = {} }: Upsert<T>,
): Promise<string[]> => {
  if (rowsJson === '[]') return []
  const columns = Object.entries(getTableColumns(table)).filter(
    ([field]) => field !== 'tenantId' && field !== 'recoveredAt',
  )
  const own = columns.map(([, column]) => column)
  const values = own.filter(({ name }) => name !== key)
  const compared = values.filter(({ name }) => !(name in kept))
  const fields = columns.map(
    ([field, column]) => sql`${sql.identifier(field)} ${typeOf(column.dataType, column.getSQLType())}`,
  )
  const set = [...new Set([...values.map(({ name }) => name), ...Object.keys(kept)])]
  const { rows } = await tx.execute<{ key: string }>(sql`
    insert into ${table} (tenant_id, ${names(own)})
    select ${tenantId}, ${sql.join(
      columns.map(([field]) => sql`n.${sql.identifier(field)}`),
      sql`, `,
    )}
    from json_to_recordset(${rowsJson}::json) as n(${sql.join(fields, sql`, `)}) where exists (${hasOwner})
    on conflict (tenant_id, ${sql.identifier(key)}) do update set ${sql.join(
      set.map((name) => sql`${sql.identifier(name)} = ${kept[name] ?? sql`excluded.${sql.identifier(name)}`}`),
      sql`, `,
    )}
    where (${sql.join(
      compared.map(({ name }) => sql`${table}.${sql.identifier(name)}`),
      sql`, `,
    )}) is distinct from (${names(compared, 'excluded.')})
    returning ${sql.identifier(key)} as key`)
  return rows.map(({ key: written }) => written)
}

/** The part waited for a lock, closed a circle of locks, or one of its operations was deleted meanwhile. */
const givesWayFor = ['55P03', '40P01', '23503']

const mustGiveWay = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof DatabaseFault && givesWayFor.includes(error.cause.code)

/** Less than one second, after which PostgreSQL ends one of two deadlocked transactions. */
const givesWayAfterMs = 250

/**
 * Writes a part of what was computed in a transaction that locks the organization last, so that edits wait only for its end. A request that
 * deletes these rows already has that lock and waits for the rows. Then the part is rolled back, and written again with the lock.
 */
export const givingWayToEdits = async <T>(ctx: TenantContext, write: (tx: Tx) => Promise<T>): Promise<T> => {
  const { db } = ctx.app
  try {
    return await db.withTenant(
      ctx,
      async (tx) => {
        await tx.execute(sql`select set_config('lock_timeout', ${String(givesWayAfterMs)}, true)`)
        return write(tx)
      },
      'long',
    )
  } catch (error) {
    if (!mustGiveWay(error)) throw error
    return db.withTenant(
      ctx,
      async (tx) => {
        await lockTenant(ctx, tx)
        return write(tx)
      },
      'long',
    )
  }
}
