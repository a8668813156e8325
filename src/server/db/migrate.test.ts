import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import pg, { type QueryResult } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase, stopPostgresServer } from '#testing/postgres-databases.ts'
import { enginesHere } from '#testing/test-database.ts'
import type { SqlClient } from './engine.ts'
import { assertSchemaCurrent, assertSchemaServes, migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { rolesSql } from './row-level-security.ts'

afterAll(stopPostgresServer)

const migration = (tag: string, text: string): Migration => ({
  tag,
  sql: text,
  hash: createHash('sha256').update(text).digest('hex'),
})
const first = migration('0000_first', 'create table parts (tenant_id uuid not null, n int, primary key (tenant_id, n))')
const second = migration('0001_second', 'alter table parts add column name text; update parts set name = n::text')
const broken = migration('0002_broken', 'create table half (n int); select 1/0')

/** An empty embedded database. Loading a copy takes a fraction of the time of building one. */
const emptyDatabase = async (): Promise<File | Blob> => {
  const lite = await PGlite.create('memory://')
  const archive = await lite.dumpDataDir('none')
  await lite.close()
  return archive
}

const ownerOf = async (
  engine: (typeof enginesHere)[number],
  empty: File | Blob | undefined,
): Promise<{ owner: SqlClient; end: () => Promise<void> }> => {
  if (engine === 'embedded') {
    const lite = await PGlite.create({ dataDir: 'memory://', loadDataDir: empty })
    const query = async (statement: string | { text: string }, values?: readonly unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text
      return (values ? await lite.query(text, [...values]) : (await lite.exec(text)).at(-1)) as unknown as QueryResult
    }
    return { owner: { query }, end: () => lite.close() }
  }
  const database = await createPostgresDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  return { owner: client as SqlClient, end: () => client.end().then(() => void database.drop()) }
}

/** Every column and constraint of the product's tables. */
const columnsSql = `
  select table_name as "table", column_name as name, data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as kind
    from information_schema.columns where table_schema = 'public'
  union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
  order by 1, 2, 3`

describe.each(enginesHere)('migrations on the %s engine', (engine) => {
  let owner: SqlClient
  let end: () => Promise<void>
  let empty: File | Blob | undefined
  const ask = async (text: string) => (await owner.query(text, [])).rows
  const tables = () =>
    ask(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)

  /** Lets the owner itself read and write rows that the policies hide from it. */
  const liftForce = async (...names: string[]) => {
    for (const name of names) await owner.query(`alter table ${name} no force row level security`)
  }

  beforeAll(async () => {
    if (engine === 'embedded') empty = await emptyDatabase()
  })
  beforeEach(async () => {
    ;({ owner, end } = await ownerOf(engine, empty))
  })
  afterEach(() => end())

  test('run once and in order, and running them again changes nothing', async () => {
    await migrate(owner, [first])
    await expect(assertSchemaCurrent(owner, [first, second])).rejects.toThrow('is at "0000_first"')
    await migrate(owner, [first, second])
    await migrate(owner, [first, second])
    expect(await ask('select tag from app_meta.migrations order by position')).toEqual([
      { tag: '0000_first' },
      { tag: '0001_second' },
    ])
    await expect(assertSchemaCurrent(owner, [first, second])).resolves.toBeUndefined()
  })

  test('reach the rows of every organization, and the tables keep FORCE row security', async () => {
    await migrate(owner, [first])
    await owner.query('alter table parts no force row level security')
    await owner.query('insert into parts (tenant_id, n) values (gen_random_uuid(), 1), (gen_random_uuid(), 2)', [])
    await owner.query('alter table parts force row level security')
    await migrate(owner, [first, second])
    expect(await ask(`select relforcerowsecurity as force from pg_class where relname = 'parts'`)).toEqual([
      { force: true },
    ])
    await owner.query('alter table parts no force row level security')
    expect(await ask('select name from parts order by n')).toEqual([{ name: '1' }, { name: '2' }])
  })

  test('leave the old schema in place when one of them fails', async () => {
    await migrate(owner, [first])
    await expect(migrate(owner, [first, second, broken])).rejects.toThrow('division by zero')
    expect(await tables()).toEqual([{ name: 'parts' }])
    await expect(assertSchemaCurrent(owner, [first])).resolves.toBeUndefined()
    await expect(ask('select name from parts')).rejects.toThrow('does not exist')
  })

  test('refuse a database of a newer release, and a past migration that was edited', async () => {
    await migrate(owner, [first, second])
    await expect(migrate(owner, [first])).rejects.toThrow('written by a newer one')
    await expect(assertSchemaCurrent(owner, [first])).rejects.toThrow('written by a newer one')
    const edited = { ...second, hash: 'other' }
    await expect(migrate(owner, [first, edited])).rejects.toThrow('another text')
  })

  test('of a newer release leave a running server ready, but missing ones do not', async () => {
    await migrate(owner, [first, second])
    await expect(assertSchemaServes(owner, [first])).resolves.toBeUndefined()
    await expect(assertSchemaServes(owner, [first, second])).resolves.toBeUndefined()
    await expect(assertSchemaServes(owner, [first, second, broken])).rejects.toThrow('is at "0001_second"')
    await expect(assertSchemaServes(owner, [second])).rejects.toThrow('is at "0001_second"')
  })

  test('of the product take over a database of version 0.1.0 with its rows and its schema', async () => {
    await owner.query(rolesSql)
    await owner.query(
      gunzipSync(readFileSync(join(import.meta.dirname, '../../testing/files/database-0.1.0.sql.gz'))).toString(),
    )
    await owner.query("set search_path to 'public'")
    await migrate(owner, readMigrations())
    await expect(assertSchemaCurrent(owner, readMigrations())).resolves.toBeUndefined()
    const columns = await ask(columnsSql)
    await liftForce('tenants', 'projects', 'operations', 'placements', 'categories')
    expect(
      await ask(`select p.project_name as project, o.name, o.material_note as material, o.part_number as part, c.name as center,
        to_char(a.scheduled_start_date at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as start
        from operations o join projects p using (tenant_id, project_id) join tenants t using (tenant_id)
        join categories c on c.tenant_id = o.tenant_id and c.category_id = o.category_id
        join placements a on (a.tenant_id, a.plan_id, a.operation_id) = (t.tenant_id, t.plan_id, o.operation_id)`),
    ).toEqual([
      { project: 'Press', name: 'Cut', material: 'Castings', part: '', center: 'Saw', start: '2026-12-01 08:00' },
    ])
    const fresh = await ownerOf(engine, empty)
    await migrate(fresh.owner, readMigrations())
    expect(columns).toEqual((await fresh.owner.query(columnsSql, [])).rows)
    await fresh.end()
  })

  test('of the product refuse an older database of version 0.1.0, and say which version opens it', async () => {
    const older = [migration('0000_first', 'select 1'), migration('0047_remedies', 'select 1')]
    await migrate(owner, older, {})
    await expect(migrate(owner, readMigrations())).rejects.toThrow(
      'The database is at migration "0047_remedies" of version 0.1.0. Version 0.1.0 opens it',
    )
    expect(await ask('select tag from app_meta.migrations order by position')).toHaveLength(2)
  })

  test('of the product apply to an empty database', async () => {
    await migrate(owner, readMigrations())
    expect((await tables()).length).toBeGreaterThan(10)
  })
})
