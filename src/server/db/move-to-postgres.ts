import { existsSync } from 'node:fs'
import { valueAt } from '#domain/value-at.ts'
import { dataDirectoryPaths } from './embedded/data-directory.ts'
import { EmbeddedEngine } from './embedded/embedded-engine.ts'
import type { SqlClient } from './engine.ts'
import { applyPolicies, liftForceSql, migrate } from './migrate.ts'
import type { Migration } from './migration-files.ts'
import { connectPatiently, usualPatience } from './postgres/connect-patiently.ts'
import { migratePostgres } from './postgres/migrate-postgres.ts'
import { tableAccess, tenantRole } from './row-level-security.ts'

interface Shape {
  readonly table: string
  readonly columns: string
  /** The columns of the primary key. */
  readonly key: readonly string[]
}

/** One page of rows as JSON, and with each key the hash of the row as text. */
interface Page {
  readonly rows: string
  readonly hashes: string
  readonly last: string | null
  readonly count: number
}

const rowsPerPage = 2_000
/** Texts of instants are compared. */
const comparable = `set timezone = 'UTC'`

/** The first row of an answer that has one. */
const rowOf = async <Row>(client: SqlClient, statement: string, values: readonly unknown[] = []): Promise<Row> =>
  valueAt<Row>((await client.query(statement, values)).rows, 0)

const readShapes = async (client: SqlClient): Promise<readonly Shape[]> => {
  const { rows } = await client.query(
    `select quote_ident(c.relname) as "table",
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(quote_ident(a.attname) order by k.place) from pg_index i
        cross join unnest(i.indkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
    [],
  )
  return rows
}

const readPage = async (from: SqlClient, { table, columns, key }: Shape, after: string | null): Promise<Page> => {
  const keys = key.join(', ')
  const later = `where (${keys}) > (select ${keys} from json_populate_record(null::${table}, $1::json))`
  const named = key.map((name) => `'${name.replaceAll('"', '')}', t.${name}`).join(', ')
  return rowOf<Page>(
    from,
    `select rows::text as rows, hashes::text as hashes, (rows -> -1)::text as last, json_array_length(rows) as count from (
      select coalesce(json_agg(t), '[]') as rows,
        coalesce(json_agg(json_build_object('k', json_build_object(${named}), 'h', md5(t::text))), '[]') as hashes
      from (select ${columns} from ${table} ${after === null ? '' : later} order by ${keys} limit ${rowsPerPage}) t) page`,
    after === null ? [] : [after],
  )
}

/** How many rows of a page are in the table now, the same in every column. */
const countEqual = async (to: SqlClient, { table, key }: Shape, hashes: string): Promise<number> => {
  const { equal } = await rowOf<{ equal: number }>(
    to,
    `select count(*)::int as equal from json_to_recordset($1::json) as x (k json, h text)
      cross join lateral json_populate_record(null::${table}, x.k) s
      join ${table} t on ${key.map((name) => `t.${name} = s.${name}`).join(' and ')} where md5(t::text) = x.h`,
    [hashes],
  )
  return equal
}

const copyTable = async (from: SqlClient, to: SqlClient, shape: Shape): Promise<number> => {
  const { table, columns } = shape
  let copied = 0
  for (let page = await readPage(from, shape, null); page.count > 0; page = await readPage(from, shape, page.last)) {
    await to.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [page.rows],
    )
    if ((await countEqual(to, shape, page.hashes)) !== page.count) {
      throw new Error(`Rows of the table ${table} differ after they were copied. Nothing was kept on PostgreSQL.`)
    }
    copied += page.count
  }
  const { count } = await rowOf<{ count: number }>(to, `select count(*)::int as count from ${table}`)
  if (count !== copied) throw new Error(`The table ${table} has other rows than were copied.`)
  return copied
}

/** Removes the foreign keys; the function that is returned adds them again, which checks all rows at once. */
const withoutForeignKeys = async (to: SqlClient): Promise<() => Promise<void>> => {
  const { rows } = await to.query(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    [],
  )
  const keys: { table: string; name: string; definition: string }[] = rows
  for (const { table, name } of keys) await to.query(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await to.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** Copies all rows in one transaction of the owner, who sees them only while FORCE is lifted. */
const copyAll = async (from: SqlClient, to: SqlClient): Promise<Map<string, number>> => {
  await from.query(comparable)
  await to.query(comparable)
  await to.query('begin')
  try {
    await to.query(liftForceSql)
    const anybody = 'select exists (select from tenants) or exists (select from users) as taken'
    if ((await rowOf<{ taken: boolean }>(to, anybody)).taken)
      throw new Error('The database on PostgreSQL has accounts already. Nothing was changed: move into a new one.')
    const addKeys = await withoutForeignKeys(to)
    const shapes = await readShapes(to)
    await to.query(`truncate ${shapes.map(({ table }) => table).join(', ')}`)
    const counts = new Map<string, number>()
    for (const shape of shapes) counts.set(shape.table, await copyTable(from, to, shape))
    await addKeys()
    await applyPolicies(to, tableAccess, true)
    await to.query('commit')
    await to.query('analyze')
    return counts
  } catch (error) {
    await to.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Moves everything of the embedded database in `dataDir` to a PostgreSQL without accounts, and compares each row; returns the rows
 * of each table. The embedded database is brought to the newest schema and otherwise stays as it is. Its server must be stopped.
 * Throws an Error with a readable message when something is in the way; nothing was changed on PostgreSQL then except its schema.
 */
export const moveToPostgres = async (
  dataDir: string,
  { ownerUrl, serverUrl }: { readonly ownerUrl: string; readonly serverUrl: string },
  migrations: readonly Migration[],
): Promise<Map<string, number>> => {
  if (!existsSync(dataDirectoryPaths(dataDir).database))
    throw new Error(`There is no embedded database in ${dataDir}. Set DATA_DIR to its folder.`)
  let counts = new Map<string, number>()
  const move = async (embedded: SqlClient) => {
    await migrate(embedded, migrations)
    await migratePostgres(ownerUrl, serverUrl, migrations)
    const options = { connectionString: ownerUrl, application_name: 'scheduler-move', connectionTimeoutMillis: 10_000 }
    const client = await connectPatiently('MIGRATION_DATABASE_URL', options, usualPatience)
    try {
      counts = await copyAll(embedded, client as SqlClient)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  await (await EmbeddedEngine.open({ dataDir, role: tenantRole, prepare: move })).close()
  return counts
}
