import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { SqlClient } from './engine.ts'
import type { Migration } from './migration-files.ts'
import { policySql, rolesSql, tableAccess } from './row-level-security.ts'

/** An arbitrary number that is the same in every migrating process. */
const advisoryLockKey = 7_305_117

/**
 * The first statement of each transaction of a server on PostgreSQL. A migration needs all tables at once, while transactions use them one
 * after the other: it takes this table for itself before all others, so new transactions wait while they hold nothing, and those that have
 * begun come to their end. Unlike a SELECT, LOCK does not yet decide which state of the rows the transaction sees.
 */
export const enterSql = 'lock table app_meta.migrations in access share mode'
/** The longest wait for the transactions that have begun. New ones wait as long, so the first tries are shorter. */
const mostEnterWaitMs = 3_000
/**
 * The longest wait for one table, which a server of an older release or a backup may hold. A migration lets go of all tables then, before
 * PostgreSQL sees that the two wait for each other and ends one (after a second).
 */
const tableWaitMs = 300
const keepServersOut = (waitMs: number): string =>
  `set local lock_timeout = ${waitMs};
  lock table app_meta.migrations in access exclusive mode;
  set local lock_timeout = ${tableWaitMs};`
const tablesInUse =
  'The migration needs all tables for a moment and did not get them: servers are using them without a pause. Nothing was changed. ' +
  'Run it again at a quieter time.'

/** Whether a table was in use for too long, or PostgreSQL ended the migration because it and a server waited for each other. */
const isLockedOut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code))

const journalSql = `
  create schema if not exists app_meta;
  create table if not exists app_meta.migrations (
    position integer primary key, tag text not null, hash text not null, applied_at timestamptz not null default now());
  create table if not exists app_meta.policies (only_row boolean primary key default true check (only_row), hash text not null);
  grant usage on schema app_meta to public;
  grant select on app_meta.migrations to public`

/** A data migration must see the rows of every organization; `applyPolicies` restores FORCE before the commit. */
export const liftForceSql = `
  do $$ declare t regclass; begin
    for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity
    loop execute format('alter table %s no force row level security', t); end loop;
  end $$`

const newerSchema = (tag: string): Error =>
  new Error(
    `The database has migration "${tag}", which this release does not know: it was written by a newer one. ` +
      'Start that release, or restore a backup from before. Nothing was changed.',
  )

/** The last migration of version 0.1.0, after which the schema is that of the first migration here. */
const lastOfVersion1 = '0051_status_links'
const ofVersion1 = (applied: readonly { tag: string }[]): boolean => applied[0]?.tag === '0000_first'

/** A database in the last state of version 0.1.0 goes on from the first migration here; an older one is refused. */
const takeOver = async (
  owner: SqlClient,
  applied: readonly { tag: string; hash: string }[],
  [first]: readonly Migration[],
): Promise<readonly { tag: string; hash: string }[]> => {
  if (!first || !ofVersion1(applied) || first.tag === applied[0]?.tag) return applied
  const newest = applied.at(-1)?.tag ?? ''
  if (newest !== lastOfVersion1) {
    throw new Error(
      `The database is at migration "${newest}" of version 0.1.0. Version 0.1.0 opens it and brings it to "${lastOfVersion1}": start that ` +
        'once, then start this version. Nothing was changed.',
    )
  }
  await owner.query('delete from app_meta.migrations', [])
  await owner.query('insert into app_meta.migrations (position, tag, hash) values (0, $1, $2)', [first.tag, first.hash])
  return [first]
}

/** Throws when the database was written by a later release, or when an applied migration was edited. */
const assertKnown = (applied: readonly { tag: string; hash: string }[], known: readonly Migration[]): void => {
  for (const [position, { tag, hash }] of applied.entries()) {
    const migration = known[position]
    if (!migration || migration.tag !== tag) {
      throw newerSchema(tag)
    }
    if (migration.hash !== hash) {
      throw new Error(
        `Migration "${tag}" was applied with another text than it has now. Add a new migration instead of editing an old one. Nothing was changed.`,
      )
    }
  }
}

/**
 * Brings the schema to the newest migration and sets the policies of the tables, in one transaction that only one process
 * at a time can enter: after a crash the schema is the old or the new one. While servers are at work it tries until it gets hold of
 * all tables. Needs the owner's connection. `access` is for tests of an older schema, which lacks some of today's tables; `mostTries` is
 * smaller there.
 */
export const migrate = async (
  owner: SqlClient,
  known: readonly Migration[],
  access: typeof tableAccess = tableAccess,
  mostTries = 50,
): Promise<void> => {
  for (let tries = 1; ; tries++) {
    const waitMs = Math.min(tries * tableWaitMs, mostEnterWaitMs)
    try {
      return await migrateOnce(owner, known, access, waitMs)
    } catch (error) {
      if (!isLockedOut(error)) throw error
      if (tries === mostTries) throw new Error(tablesInUse, { cause: error })
      // Meanwhile the servers get on with their work.
      await setTimeout(waitMs)
    }
  }
}

const migrateOnce = async (
  owner: SqlClient,
  known: readonly Migration[],
  access: typeof tableAccess,
  enterWaitMs: number,
): Promise<void> => {
  await owner.query('begin')
  try {
    await owner.query(`select pg_advisory_xact_lock(${advisoryLockKey})`)
    await owner.query(`set local lock_timeout = ${tableWaitMs}`)
    await owner.query(rolesSql)
    await owner.query(journalSql)
    const { rows } = await owner.query('select tag, hash from app_meta.migrations order by position', [])
    const applied = await takeOver(owner, rows, known)
    assertKnown(applied, known)
    if (applied.length < known.length) await owner.query(keepServersOut(enterWaitMs) + liftForceSql)
    for (const [position, { tag, sql, hash }] of known.entries()) {
      if (position < applied.length) continue
      await owner.query(sql)
      await owner.query('insert into app_meta.migrations (position, tag, hash) values ($1, $2, $3)', [
        position,
        tag,
        hash,
      ])
    }
    await applyPolicies(owner, access, applied.length < known.length, enterWaitMs)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Sets the policies and rights of all tables, unless they are the ones that were set last; `always` sets them anyway. */
export const applyPolicies = async (
  owner: SqlClient,
  access: typeof tableAccess,
  always: boolean,
  enterWaitMs = mostEnterWaitMs,
): Promise<void> => {
  const sql = await policySql(owner, access)
  const hash = createHash('sha256').update(sql).digest('hex')
  const { rows } = await owner.query('select hash from app_meta.policies', [])
  if (!always && rows[0]?.hash === hash) return
  await owner.query(keepServersOut(enterWaitMs) + sql)
  await owner.query(
    'insert into app_meta.policies (hash) values ($1) on conflict (only_row) do update set hash = excluded.hash',
    [hash],
  )
}

const olderSchema = (newest: string | undefined, known: readonly Migration[]): Error =>
  new Error(
    `The database schema is at "${newest ?? 'none'}", this release needs "${known.at(-1)?.tag ?? 'none'}". ` +
      'Run "npm run db:migrate", or start once with MIGRATION_DATABASE_URL set.',
  )

/** The newest applied migration, and the one at the position of this build's newest; both undefined on an empty database. */
const readApplied = async (client: SqlClient, known: readonly Migration[]) => {
  const { rows: exists } = await client.query(`select to_regclass('app_meta.migrations') is not null as "there"`, [])
  if (!exists[0]?.there) return {}
  const { rows } = await client.query(
    `select (select tag from app_meta.migrations order by position desc limit 1) as newest,
      (select tag from app_meta.migrations where position = $1) as ours`,
    [known.length - 1],
  )
  return { newest: rows[0]?.newest ?? undefined, ours: rows[0]?.ours ?? undefined } as {
    readonly newest?: string
    readonly ours?: string
  }
}

/** For a start: throws unless the newest migration of this build is the newest applied one. */
export const assertSchemaCurrent = async (client: SqlClient, known: readonly Migration[]): Promise<void> => {
  const { newest, ours } = await readApplied(client, known)
  const expected = known.at(-1)?.tag
  if (newest === expected) return
  throw newest !== undefined && ours === expected ? newerSchema(newest) : olderSchema(newest, known)
}

/**
 * For a running server: throws unless all its migrations are applied. A newer release may have added migrations while
 * this one still serves; a migration keeps what the release before it reads and writes.
 */
export const assertSchemaServes = async (client: SqlClient, known: readonly Migration[]): Promise<void> => {
  const { newest, ours } = await readApplied(client, known)
  if (ours !== known.at(-1)?.tag) throw olderSchema(newest, known)
}
