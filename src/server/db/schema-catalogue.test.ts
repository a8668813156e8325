// @module-tag once
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopPostgresServer } from '#testing/postgres-databases.ts'
import { enginesHere, openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { tableAccess } from './row-level-security.ts'

afterAll(stopPostgresServer)

/** Tables without `tenant_id`: people and their sessions. Only the system path can use them. */
const globalTables = [
  'known_devices',
  'mail_outbox',
  'notification_tokens',
  'password_resets',
  'pending_sign_ins',
  'pending_single_sign_ons',
  'recovery_codes',
  'second_factors',
  'sessions',
  'sign_in_throttle',
  'sign_ins',
  'single_sign_on_links',
  'users',
]
/** Foreign keys from tenant tables to global tables. */
const keysToGlobalTables = ['memberships -> users']

describe.each(enginesHere)('the schema on the %s engine', (engine) => {
  let opened: TestDatabase
  const ask = async (question: SQL) => (await opened.db.withSystem((tx) => tx.execute(question))).rows

  beforeAll(async () => {
    opened = await openTestDatabase({ engine })
  })
  afterAll(() => opened.close())

  test('has tenant_id not null, RLS, FORCE and a policy with using and check on every tenant table', async () => {
    const tables = await ask(sql`
      select c.relname as "table", c.relrowsecurity as rls, c.relforcerowsecurity as force,
        (select a.attnotnull from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as required,
        (select string_agg(pg_get_expr(p.polqual, p.polrelid) || ' / ' || pg_get_expr(p.polwithcheck, p.polrelid), ';')
          from pg_policy p where p.polrelid = c.oid and 'app_rw'::regrole = any(p.polroles)) as policy,
        (select bool_and(p.polpermissive) from pg_policy p where p.polrelid = c.oid and 0 = any(p.polroles)) as open
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
    const own = `(tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)`
    expect(tables.length).toBeGreaterThan(10)
    for (const { table, rls, force, required, policy, open } of tables) {
      expect({ table, rls, force, open }).toEqual({ table, rls: true, force: true, open: null })
      if (required === null) expect(globalTables).toContain(table)
      else expect({ table, required, policy }).toEqual({ table, required: true, policy: `${own} / ${own}` })
    }
    expect(Object.keys(tableAccess).filter((name) => !tables.some(({ table }) => table === name))).toEqual([])
  })

  test('begins every unique index of a tenant table with tenant_id', async () => {
    const wrong = await ask(sql`
      select i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and i.indisunique and i.indkey[0] <> t.attnum`)
    expect(wrong).toEqual([])
  })

  test('begins every foreign key of a tenant table with tenant_id', async () => {
    const wrong = await ask(sql`
      select c.relname || ' -> ' || k.confrelid::regclass as key from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
      where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and k.conkey[1] <> t.attnum order by 1`)
    expect(wrong.map(({ key }) => key)).toEqual(keysToGlobalTables)
  })

  test('lets only the system path write the columns that sessions depend on', async () => {
    const rights = await ask(sql`
      select attrelid::regclass || '.' || attname as place from pg_attribute a
      where attrelid = any('{sessions,users,memberships,tenants}'::regclass[]) and attnum > 0 and not attisdropped
        and (has_table_privilege('app_rw', attrelid, 'insert, delete, truncate')
          or has_column_privilege('app_rw', attrelid, attnum, 'insert, update')) order by 1`)
    const writable = rights.map(({ place }) => String(place))
    expect(writable).toContain('tenants.plan_version')
    expect(writable.filter((place) => !place.startsWith('tenants.'))).toEqual([])
    for (const column of ['tenant_id', 'name', 'status', 'time_zone'])
      expect(writable).not.toContain(`tenants.${column}`)
  })

  test('grants table access to the two roles only', async () => {
    const others = await ask(sql`
      select c.relname as "table", g.grantee::regrole::text as grantee from pg_class c, aclexplode(c.relacl) g
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and g.grantee <> c.relowner
        and g.grantee not in ('app_rw'::regrole, 'app_system'::regrole)`)
    expect(others).toEqual([])
  })
})
