import { createHash, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { QueryResult } from 'pg'
import type { OpenDatabase } from '#server/db/database.ts'
import type { Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Migration, readMigrations } from '#server/db/migration-files.ts'
import { databaseOn, openEngine } from '#server/db/open-database.ts'
import { execute, findPostgres, type PostgresServer, startPostgres } from './start-postgres.ts'

export type EngineName = Engine['name']

/** Engines a test of the database floor runs on: both where PostgreSQL is installed. */
export const enginesHere: readonly EngineName[] = findPostgres() ? ['embedded', 'postgres'] : ['embedded']

export interface TestDatabase {
  readonly db: OpenDatabase
  /** The same database from below, without any organisation: for tests of the isolation. */
  readonly engine: Engine
  readonly close: () => Promise<void>
}

interface TestDatabaseOptions {
  /** Else what TEST_DATABASE says, else embedded. */
  readonly engine?: EngineName
  readonly migrations?: readonly Migration[]
  readonly statementLimitMs?: number
}

/**
 * A fresh, migrated, empty database: embedded in memory (about half a second), or one of its own on PostgreSQL: that of
 * TEST_DATABASE_URL and TEST_MIGRATION_DATABASE_URL when given, else a private server for this process.
 */
export const openTestDatabase = async (options: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  const name = options.engine ?? (process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded')
  const migrations = options.migrations ?? readMigrations()
  if (name === 'postgres') return openOnPostgres({ ...options, migrations })
  const archive = await archiveOf(migrations)
  const engine = await openEngine({ DATA_DIR: null }, { ...options, migrations, archive })
  return { db: databaseOn(engine, migrations), engine, close: () => engine.close() }
}

const cacheFolder = join(import.meta.dirname, '../../.cache/test-database')

/** Building and migrating takes seconds, loading the result does not: it is kept, by the migrations' hash. */
const archiveOf = async (migrations: readonly Migration[]): Promise<string> => {
  const hash = createHash('sha256')
    .update(JSON.stringify(migrations.map((migration) => migration.hash)))
    .digest('hex')
  const path = join(cacheFolder, `${hash.slice(0, 16)}.tar`)
  if (existsSync(path)) return path
  mkdirSync(cacheFolder, { recursive: true })
  const pg = await PGlite.create('memory://')
  const query = async (statement: string | { text: string }, values?: readonly unknown[]) => {
    const text = typeof statement === 'string' ? statement : statement.text
    return (values ? await pg.query(text, [...values]) : (await pg.exec(text)).at(-1)) as unknown as QueryResult
  }
  await migrate({ query }, migrations)
  const unfinished = `${path}.${randomUUID()}`
  writeFileSync(unfinished, Buffer.from(await (await pg.dumpDataDir('none')).arrayBuffer()))
  try {
    // Never in the place of another worker's: whoever has just opened that one would find another file.
    linkSync(unfinished, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  }
  rmSync(unfinished)
  await pg.close()
  return path
}

let privateServer: Promise<PostgresServer> | undefined

/** The PostgreSQL server of this process's tests. */
export const postgresServer = async (): Promise<Pick<PostgresServer, 'ownerUrl' | 'serverUrl'>> => {
  const { TEST_DATABASE_URL: serverUrl, TEST_MIGRATION_DATABASE_URL: ownerUrl } = process.env
  if (serverUrl && ownerUrl) return { serverUrl, ownerUrl }
  privateServer ??= startPostgres()
  return privateServer
}

/** Ends the private server, if one was started; for `afterAll`. */
export const stopPostgresServer = async (): Promise<void> => {
  await (await privateServer)?.stop()
  privateServer = undefined
}

/** Makes an empty database on the server; returns its two URLs and how to drop it. */
export const createPostgresDatabase = async () => {
  const { ownerUrl, serverUrl } = await postgresServer()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(ownerUrl, `create database ${name}`)
  const inDatabase = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    ownerUrl: inDatabase(ownerUrl),
    serverUrl: inDatabase(serverUrl),
    drop: () => dropDatabase(ownerUrl, name),
  }
}

/** An autovacuum worker inside the database refuses the owner's `force` for as long as it works: a moment. */
const dropDatabase = async (ownerUrl: string, name: string, tries = 20): Promise<void> => {
  try {
    await execute(ownerUrl, `drop database ${name} with (force)`)
  } catch (error) {
    if (tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 250))
    await dropDatabase(ownerUrl, name, tries - 1)
  }
}

const openOnPostgres = async (options: TestDatabaseOptions): Promise<TestDatabase> => {
  const database = await createPostgresDatabase()
  const env = { DATA_DIR: null, DATABASE_URL: database.serverUrl, MIGRATION_DATABASE_URL: database.ownerUrl }
  const engine = await openEngine(env, options)
  return {
    db: databaseOn(engine, options.migrations),
    engine,
    close: async () => {
      await engine.close()
      await database.drop()
    },
  }
}
