import { createHash } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import pg, { type QueryResult } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase, stopPostgresServer } from '#testing/postgres-databases.ts'
import { enginesHere } from '#testing/test-database.ts'
import type { SqlClient } from './engine.ts'
import { assertSchemaCurrent, assertSchemaServes, migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { decodePlacement } from './placement-code.ts'

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

describe.each(enginesHere)('migrations on the %s engine', (engine) => {
  let owner: SqlClient
  let end: () => Promise<void>
  let empty: File | Blob | undefined
  const ask = async (text: string) => (await owner.query(text, [])).rows
  const tables = () =>
    ask(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)

  /** Rows, with the stored first reason of each decoded to its code. */
  const explained = async (text: string) =>
    (await ask(text)).map(({ why, ...row }) => ({
      ...row,
      why: why && decodePlacement(why as Uint8Array).factors[0]?.code,
    }))

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

  test('of the product keep members, turn accounts that never accepted into invitations, and disable per organization', async () => {
    const all = readMigrations()
    const before = all.findIndex(({ tag }) => tag.endsWith('_invitations'))
    await migrate(owner, all.slice(0, before), {})
    await liftForce('tenants', 'users', 'memberships', 'password_resets')
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    await owner.query(`
      insert into tenants (tenant_id, name) values ('${id(1)}', 'A'), ('${id(2)}', 'B');
      insert into users (user_id, email, name, display_name, status) values
        ('${id(3)}', 'planner@b.example', 'Planner', 'Planner', 'Active'),
        ('${id(4)}', 'both@b.example', 'Both', 'Both', 'Active'),
        ('${id(5)}', 'off@b.example', 'Off', 'Off', 'Disabled'),
        ('${id(6)}', 'Taken@b.example', 'Taken', 'Taken', 'Active');
      insert into memberships (tenant_id, user_id, is_admin, role, invited_name) values
        ('${id(2)}', '${id(3)}', true, 'Admin', null), ('${id(1)}', '${id(3)}', true, 'Spy', 'Hijacked'),
        ('${id(1)}', '${id(4)}', false, 'User', null), ('${id(2)}', '${id(4)}', false, 'User', null),
        ('${id(2)}', '${id(5)}', false, 'User', null), ('${id(1)}', '${id(6)}', false, 'User', 'Left behind');
      insert into password_resets (token_hash, user_id, issued_in_tenant_id, expires_at)
        values ('x', '${id(6)}', '${id(1)}', now() + interval '1 day')`)
    await migrate(owner, all)
    await liftForce('tenants', 'users', 'memberships', 'invitations', 'password_resets')
    const members = await ask(`select t.name as tenant, u.email, m.access, m.status, u.status as account
      from memberships m join tenants t using (tenant_id) join users u using (user_id) order by 1, 2`)
    expect(members).toEqual([
      { tenant: 'A', email: 'both@b.example', access: 'plan', status: 'Active', account: 'Active' },
      { tenant: 'B', email: 'both@b.example', access: 'plan', status: 'Active', account: 'Active' },
      { tenant: 'B', email: 'off@b.example', access: 'plan', status: 'Disabled', account: 'Active' },
      { tenant: 'B', email: 'planner@b.example', access: 'admin', status: 'Active', account: 'Active' },
    ])
    expect(
      await ask(`select t.name as tenant, i.email, i.name, i.role, i.access, i.token_hash as token
      from invitations i join tenants t using (tenant_id) order by lower(i.email)`),
    ).toEqual([
      { tenant: 'A', email: 'planner@b.example', name: 'Hijacked', role: 'Spy', access: 'admin', token: null },
      { tenant: 'A', email: 'Taken@b.example', name: 'Left behind', role: 'User', access: 'plan', token: null },
    ])
    // An account without other members was only reachable by the person who had added it.
    expect(await ask(`select email from users order by email`)).toHaveLength(3)
    expect(await ask('select 1 from password_resets')).toEqual([])
  })

  test('of the product keep every plan: the plan in force, even half-written by a stopped server, and the plans of runs', async () => {
    const all = readMigrations()
    const before = all.findIndex(({ tag }) => /^\d+_plans$/.test(tag))
    await migrate(owner, all.slice(0, before), {})
    await liftForce('tenants', 'projects', 'operations', 'scheduling_runs', 'run_changes')
    const id = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
    const at = (hour: number) => `'2026-11-18T${String(hour).padStart(2, '0')}:00Z'`
    const because = (code: string) => `'{"factors": [{"code": "${code}"}], "unplaced": null, "warnings": []}'`
    const [a, b, older, newer] = [id(1), id(2), id(31), id(32)]
    await owner.query(`
      insert into tenants (tenant_id, name, unsettled_run_id) values ('${a}', 'A', '${newer}'), ('${b}', 'B', null);
      insert into projects (tenant_id, project_id, project_number, project_name)
        select tenant_id, '${id(9)}', '1', 'One' from tenants;
      insert into scheduling_runs (tenant_id, run_id, status, started_by, started_by_user_id, started_at, ended_at) values
        ('${a}', '${older}', 'Succeeded', 'Olga', '${id(8)}', ${at(6)}, ${at(7)}),
        ('${a}', '${newer}', 'Succeeded', 'Nora', '${id(8)}', ${at(8)}, ${at(9)});
      insert into operations (tenant_id, operation_id, project_id, name, version, modified_by, modified_at, scheduled_start_date,
        scheduled_end_date, placement, settled_run_id) values
        ('${a}', '${id(11)}', '${id(9)}', 'Settled', 3, 'Nora', ${at(9)}, ${at(14)}, ${at(15)}, ${because('now')}, '${newer}'),
        ('${a}', '${id(12)}', '${id(9)}', 'Not yet', 2, 'Olga', ${at(7)}, ${at(10)}, ${at(11)}, ${because('release')}, '${older}'),
        ('${a}', '${id(13)}', '${id(9)}', 'Reasons', 2, 'Olga', ${at(7)}, ${at(12)}, ${at(13)}, ${because('release')}, '${older}'),
        ('${a}', '${id(14)}', '${id(9)}', 'Unplanned', 1, '', ${at(1)}, null, null, null, null),
        ('${b}', '${id(15)}', '${id(9)}', 'Other', 1, 'Bo', ${at(1)}, ${at(2)}, ${at(3)}, null, null);
      insert into run_changes (tenant_id, run_id, operation_id, project_id, start_before, end_before, start_after, end_after,
        placement_before, placement_after) values
        ('${a}', '${newer}', '${id(11)}', '${id(9)}', ${at(8)}, ${at(9)}, ${at(14)}, ${at(15)}, null, ${because('now')}),
        ('${a}', '${newer}', '${id(12)}', '${id(9)}', ${at(10)}, ${at(11)}, ${at(16)}, ${at(17)}, ${because('release')}, ${because('now')}),
        ('${a}', '${newer}', '${id(13)}', '${id(9)}', ${at(12)}, ${at(13)}, ${at(12)}, ${at(13)}, ${because('release')}, ${because('now')}),
        ('${a}', '${older}', '${id(12)}', '${id(9)}', null, null, ${at(10)}, ${at(11)}, null, ${because('release')})`)
    await migrate(owner, all)
    await liftForce('tenants', 'plans', 'placements', 'operations')
    const hours = `extract(hour from p.scheduled_start_date at time zone 'UTC')::int as start,
      extract(hour from p.scheduled_end_date at time zone 'UTC')::int as end, p.placement as why`
    expect(
      await explained(`select o.name, ${hours}, o.version + p.moves as version,
        case when p.moved_version = o.version then p.moved_by else o.modified_by end as by
        from operations o join tenants t using (tenant_id)
        join placements p on (p.tenant_id, p.plan_id, p.operation_id) = (t.tenant_id, t.plan_id, o.operation_id) order by o.operation_id`),
    ).toEqual([
      { name: 'Settled', start: 14, end: 15, why: 'now', version: 3, by: 'Nora' },
      { name: 'Not yet', start: 16, end: 17, why: 'now', version: 3, by: 'Nora' },
      { name: 'Reasons', start: 12, end: 13, why: 'now', version: 2, by: 'Olga' },
      { name: 'Other', start: 2, end: 3, why: null, version: 1, by: 'Bo' },
    ])
    expect(
      await explained(`select n.kind, ${hours} from plans n left join plans base on base.tenant_id = n.tenant_id and base.plan_id = n.based_on
        join placements p on p.tenant_id = n.tenant_id and p.plan_id = n.plan_id
        where n.run_id = '${newer}' order by p.operation_id, n.kind`),
    ).toEqual([
      { kind: 'kept', start: 8, end: 9, why: null },
      { kind: 'run', start: 14, end: 15, why: 'now' },
      { kind: 'kept', start: 10, end: 11, why: 'release' },
      { kind: 'run', start: 16, end: 17, why: 'now' },
      { kind: 'kept', start: 12, end: 13, why: 'release' },
      { kind: 'run', start: 12, end: 13, why: 'now' },
    ])
    expect(await ask(`select kind, size from plans order by 1, 2`)).toEqual([
      { kind: 'kept', size: 1 },
      { kind: 'kept', size: 3 },
      { kind: 'manual', size: 1 },
      { kind: 'manual', size: 3 },
      { kind: 'run', size: 1 },
      { kind: 'run', size: 3 },
    ])
    // A server of the previous release cannot lose dates, because it can write none.
    for (const statement of [
      'update operations set scheduled_start_date = now()',
      'select unsettled_run_id from tenants',
    ]) {
      await expect(ask(statement)).rejects.toThrow('does not exist')
    }
  })

  test('of the product keep the reasons of every plan', async () => {
    const all = readMigrations()
    const before = all.findIndex(({ tag }) => /^\d+_placement_codes$/.test(tag))
    await migrate(owner, all.slice(0, before), {})
    await liftForce('tenants', 'plans', 'placements')
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    const now = { code: 'now', at: 1.5, binding: true }
    const stored = [
      { factors: [now, { ...now, code: 'closed', holiday: "Señor's \\ 🎄" }], unplaced: null, warnings: [] },
      { factors: [], unplaced: { code: 'cycle', operationIds: [id(1)] }, warnings: [] },
      { factors: [], unplaced: null, warnings: [{ code: 'pinPassed' }] },
      { factors: [now], unplaced: { code: 'onHold' }, warnings: [{ code: 'pinPassed' }] },
    ]
    const rows = stored.map(
      (placement, n) => `('${id(1)}', '${id(2)}', '${id(n)}', '${JSON.stringify(placement).replaceAll("'", "''")}')`,
    )
    await owner.query(`insert into tenants (tenant_id, name, plan_id) values ('${id(1)}', 'A', '${id(2)}');
      insert into plans (tenant_id, plan_id, kind) values ('${id(1)}', '${id(2)}', 'manual');
      insert into placements (tenant_id, plan_id, operation_id, placement)
        values ${rows.join()}, ('${id(1)}', '${id(2)}', '${id(8)}', null), ('${id(1)}', '${id(2)}', '${id(9)}', 'null')`)
    await migrate(owner, all)
    await liftForce('placements')
    const found = await ask(
      'select placement, get_byte(placement, 0) & 3 as flags from placements order by operation_id',
    )
    const decoded = found.map(({ placement }) => placement && decodePlacement(placement as Uint8Array))
    expect(decoded).toEqual([...stored, null, null])
    expect(found.map(({ flags }) => flags)).toEqual([0, 1, 2, 3, null, null])
  })

  test('of the product repair work that ends before it starts, tell browsers of it, and refuse such dates from then on', async () => {
    const all = readMigrations()
    const before = all.findIndex(({ tag }) => /^\d+_dates_in_order$/.test(tag))
    await migrate(owner, all.slice(0, before))
    await liftForce('tenants', 'projects', 'operations', 'plans', 'placements', 'shop_changes')
    const id = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
    const at = (day: number | null) => (day === null ? 'null' : `'2026-11-${day}T00:00Z'`)
    const [a, b, plan, older, project] = [id(1), id(2), id(3), id(4), id(5)]
    await owner.query(`
      insert into tenants (tenant_id, name, plan_id) values ('${a}', 'A', '${plan}'), ('${b}', 'B', '${id(6)}');
      insert into plans (tenant_id, plan_id, kind) values ('${a}', '${plan}', 'run'), ('${a}', '${older}', 'run'), ('${b}', '${id(6)}', 'manual');
      insert into projects (tenant_id, project_id, project_number, project_name) values ('${a}', '${project}', '1', 'One');
      insert into operations (tenant_id, operation_id, project_id, name, actual_start_date, actual_end_date)
        values ${[
          [11, 18, null],
          [12, null, null],
          [13, 29, null],
          [14, 20, 19],
          [15, 18, null],
        ]
          .map(
            ([n, start, end]) =>
              `('${a}', '${id(n ?? 0)}', '${project}', 'Op', ${at(start ?? null)}, ${at(end ?? null)})`,
          )
          .join()};
      insert into placements (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, made_start_date, made_end_date)
        values ${[
          [plan, 11, 28, 26, null, null],
          [plan, 12, 28, 26, null, null],
          [plan, 13, 28, 26, null, null],
          [plan, 14, 18, 19, null, null],
          [plan, 15, 17, 26, 27, 25],
          [older, 99, 28, 26, null, null],
        ]
          .map(
            ([inPlan, n, ...dates]) =>
              `('${a}', '${inPlan}', '${id(Number(n))}', ${dates.map((day) => at(day as number | null)).join()})`,
          )
          .join()}`)
    await migrate(owner, all)
    await liftForce('tenants', 'operations', 'placements', 'shop_changes')
    const day = (name: string) => `extract(day from ${name} at time zone 'UTC')::int`
    expect(
      await ask(`select right(operation_id::text, 2)::int as id, ${day('scheduled_start_date')} as start, ${day('scheduled_end_date')} as end,
        ${day('made_start_date')} as "madeStart", moves from placements order by 1`),
    ).toEqual([
      { id: 11, start: 18, end: 26, madeStart: null, moves: 1 },
      { id: 12, start: 26, end: 26, madeStart: null, moves: 1 },
      { id: 13, start: 26, end: 26, madeStart: null, moves: 1 },
      { id: 14, start: 18, end: 19, madeStart: null, moves: 0 },
      { id: 15, start: 17, end: 26, madeStart: 18, moves: 0 },
      { id: 99, start: 26, end: 26, madeStart: null, moves: 1 },
    ])
    expect(
      await ask(
        `select ${day('actual_start_date')} as start, version from operations where actual_end_date is not null`,
      ),
    ).toEqual([{ start: 19, version: 2 }])
    expect(
      await ask(
        `select name, change_number::int as change, whole from tenants left join shop_changes using (tenant_id) order by 1`,
      ),
    ).toEqual([
      { name: 'A', change: 1, whole: true },
      { name: 'B', change: 0, whole: null },
    ])
    for (const [table, change] of [
      ['placements', `scheduled_end_date = ${at(10)}`],
      ['placements', `made_start_date = ${at(20)}, made_end_date = ${at(10)}`],
      ['operations', `actual_start_date = ${at(20)}, actual_end_date = ${at(10)}`],
    ])
      await expect(ask(`update ${table} set ${change}`)).rejects.toThrow('in_order')
  })

  test('of the product apply to an empty database', async () => {
    await migrate(owner, readMigrations())
    expect((await tables()).length).toBeGreaterThan(10)
  })
})
