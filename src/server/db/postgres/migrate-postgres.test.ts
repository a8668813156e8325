// @module-tag once
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, stopPostgresServer } from '#testing/postgres-databases.ts'
import { execute } from '#testing/start-postgres.ts'
import { enginesHere } from '#testing/test-database.ts'
import type { SqlClient } from '../engine.ts'
import { migrate } from '../migrate.ts'
import { type Migration, readMigrations } from '../migration-files.ts'
import { openDatabase } from '../open-database.ts'
import { rolesSql, systemRole, tenantRole } from '../row-level-security.ts'
import { migratePostgres } from './migrate-postgres.ts'

afterAll(stopPostgresServer)

const migration = (tag: string, text: string): Migration => ({ tag, sql: text, hash: text })
const first = migration('0000_first', 'create table parts (tenant_id uuid not null, n int, primary key (tenant_id, n))')
const hasPostgres = enginesHere.includes('postgres')

describe.runIf(hasPostgres)('five processes that start at once', () => {
  test('migrate one after another, and the first applies all migrations', async () => {
    const { ownerUrl, serverUrl, drop } = await createPostgresDatabase()
    const slow = migration('0001_slow', 'create table once (n int); select pg_sleep(0.3)')
    await Promise.all(Array.from({ length: 5 }, () => migratePostgres(ownerUrl, serverUrl, [first, slow])))
    const reader = new pg.Client(ownerUrl)
    await reader.connect()
    const { rows } = await reader.query<{ applied: number }>('select count(*)::int as applied from app_meta.migrations')
    await reader.end()
    expect(rows).toEqual([{ applied: 2 }])
    await drop()
  })
})

describe.runIf(hasPostgres)('a migration on PostgreSQL', () => {
  test('succeeds when another process grants the login its roles at the same moment', async () => {
    const { ownerUrl, serverUrl, drop } = await createPostgresDatabase()
    const login = `newcomer_${randomUUID().slice(0, 8)}`
    const loginUrl = Object.assign(new URL(serverUrl), { username: login }).href
    const [other, watcher] = [new pg.Client(ownerUrl), new pg.Client(ownerUrl)]
    for (const client of [other, watcher]) await client.connect()
    await other.query(rolesSql)
    await other.query(`create role ${login} login`)
    await other.query('begin')
    await other.query(`grant ${tenantRole}, ${systemRole} to ${login}`)
    const migrated = migratePostgres(ownerUrl, loginUrl, [first])
    await expect
      .poll(async () => {
        const { rowCount } = await watcher.query(
          `select from pg_stat_activity where datname = current_database()
           and application_name = 'scheduler-migrations' and wait_event_type = 'Lock'`,
        )
        return rowCount
      })
      .toBe(1)
    await other.query('commit')
    await migrated
    const { rows } = await watcher.query(
      `select rolinherit as inherits, (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = $1`,
      [login],
    )
    expect(rows).toEqual([{ inherits: false, memberships: 2 }])
    for (const client of [other, watcher]) await client.end()
    await drop()
    await execute(ownerUrl.replace(/[^/]+$/, 'postgres'), `drop role ${login}`)
  })

  test('explains which right its login lacks, and what to do', async () => {
    const { ownerUrl, serverUrl, drop } = await createPostgresDatabase()
    const login = `stranger_${randomUUID().slice(0, 8)}`
    const strangerUrl = Object.assign(new URL(ownerUrl), { username: login }).href
    const database = new URL(ownerUrl).pathname.slice(1)
    const postgresUrl = ownerUrl.replace(/[^/]+$/, 'postgres')
    const newcomer = `newcomer_${randomUUID().slice(0, 8)}`
    const newcomerUrl = Object.assign(new URL(serverUrl), { username: newcomer }).href
    await execute(
      postgresUrl,
      `create role ${newcomer} login; create role ${login} login; grant ${login} to current_user`,
    )
    const migrated = () => migratePostgres(strangerUrl, newcomerUrl, [first])
    await expect(migrated()).rejects.toThrow(
      new RegExp(
        `^"${login}", the login of MIGRATION_DATABASE_URL, does not own the database "${database}": "\\w+" does. ` +
          `As a superuser: alter database "${database}" owner to "${login}". Then run db:migrate again. Nothing was changed. ` +
          `\\(PostgreSQL said: permission denied for database ${database}\\)$`,
      ),
    )
    await execute(postgresUrl, `alter database ${database} owner to ${login}`)
    await expect(migrated()).rejects.toThrow(
      `may not create and grant roles. As a superuser: alter role "${login}" createrole. Then run db:migrate again. The schema is up to date.`,
    )
    await execute(postgresUrl, `alter role ${login} createrole`)
    await migrated()
    await drop()
    await execute(postgresUrl, `drop role ${login}; drop role ${newcomer}`)
  })

  test('waits for a table that is in use, says so when it never becomes free, and then changes nothing', async () => {
    const { ownerUrl, serverUrl, drop } = await createPostgresDatabase()
    const known = [first, migration('0001_column', 'alter table parts add column extra integer')]
    await migratePostgres(ownerUrl, serverUrl, [first])
    const [user, owner] = [new pg.Client(ownerUrl), new pg.Client(ownerUrl)]
    for (const client of [user, owner]) await client.connect()
    await user.query('begin; lock table parts in access share mode')
    await expect(migrate(owner as SqlClient, known, undefined, 2)).rejects.toThrow(
      'The migration needs all tables for a moment and did not get them',
    )
    const columns = () =>
      user
        .query(
          `select column_name from information_schema.columns where table_name = 'parts' and column_name = 'extra'`,
        )
        .then(({ rowCount }) => rowCount)
    expect(await columns()).toBe(0)
    const migrated = migrate(owner as SqlClient, known)
    const waiting = () =>
      user
        .query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .then(({ rowCount }) => rowCount)
    await expect.poll(waiting).toBe(1)
    await user.query('commit')
    await migrated
    expect(await columns()).toBe(1)
    for (const client of [user, owner]) await client.end()
    await drop()
  })

  test('gets all tables while transactions follow one another without a pause, and none of those fails', async () => {
    const { ownerUrl, serverUrl, drop } = await createPostgresDatabase()
    const known = readMigrations()
    await migratePostgres(ownerUrl, serverUrl, known)
    const db = await openDatabase({ DATABASE_URL: serverUrl, MIGRATION_DATABASE_URL: undefined, DATA_DIR: null })
    let isOver = false
    let ended = 0
    /** In one of the two orders, a user of the tables holds the one that the migration wants, and wants the one that it holds. */
    const use = async (tables: readonly string[]): Promise<void> => {
      while (!isOver) {
        await db.withSystem(async (tx) => {
          for (const table of tables) await tx.execute(sql.raw(`select pg_sleep(0.1), (select count(*) from ${table})`))
        })
        ended += 1
      }
    }
    const users = Promise.all([use(['tenants', 'users']), use(['users', 'tenants']), use(['users', 'tenants'])])
    await expect.poll(() => ended).toBeGreaterThan(3)
    const owner = new pg.Client(ownerUrl)
    await owner.connect()
    const release = migration('9999_of_release', 'alter table tenants add column of_release integer')
    await migrate(owner as SqlClient, [...known, release], undefined, 10)
    const before = ended
    await expect.poll(() => ended).toBeGreaterThan(before + 3)
    isOver = true
    await users
    await owner.end()
    await db.close()
    await drop()
  })

  test('leaves either the old or the new schema when the owner is disconnected at any moment', async () => {
    const { ownerUrl, serverUrl, drop } = await createPostgresDatabase()
    const killer = new pg.Client(ownerUrl)
    await killer.connect()
    const steps = Array.from({ length: 5 }, (_, i) => `create table step_${i} (n int); select pg_sleep(0.02);`).join(
      '\n',
    )
    const known = [first, migration('0001_steps', steps)]
    for (let round = 0; round < 10; round += 1) {
      const running = migratePostgres(ownerUrl, serverUrl, known).catch(() => 'cut off')
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 160))
      await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'scheduler-migrations' and datname = current_database()`,
      )
      await running
      const { rows } = await killer.query<{ tables: number; journal: string | null }>(
        `select count(*)::int as tables, to_regclass('app_meta.migrations')::text as journal
         from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
      expect([0, 6]).toContain(rows[0]?.tables)
      expect(rows[0]?.journal === null).toBe(rows[0]?.tables === 0)
      await killer.query('drop schema if exists app_meta cascade')
      await killer.query('drop table if exists parts, step_0, step_1, step_2, step_3, step_4')
    }
    await killer.end()
    await drop()
  })
})
