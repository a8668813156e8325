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
import { holdCompiledDatabase } from './hold-compiled-database.ts'
import { bySocket, createPostgresDatabase, postgresTemplate } from './postgres-databases.ts'
import { findPostgres } from './start-postgres.ts'

export type EngineName = Engine['name']

/** Engines for tests of the database layer: both, if PostgreSQL is installed. */
export const enginesHere: readonly EngineName[] = findPostgres() ? ['embedded', 'postgres'] : ['embedded']

export interface TestDatabase {
  readonly db: OpenDatabase
  /** Direct access to the same database, without an organization, for tests of the isolation. */
  readonly engine: Engine
  readonly close: () => Promise<void>
}

interface TestDatabaseOptions {
  /** Defaults to the engine in TEST_DATABASE, otherwise the embedded one. */
  readonly engine?: EngineName
  readonly migrations?: readonly Migration[]
  readonly statementLimitMs?: number
}

/** Longer than in production, so that on a busy machine no connection is refused and no statement counts as stuck. */
const patience = { leaseLimitMs: 60_000, statementLimitMs: 60_000 }

/**
 * A new, migrated, empty database: embedded in memory (takes about half a second), or a new one on PostgreSQL: on the
 * server in TEST_DATABASE_URL and TEST_MIGRATION_DATABASE_URL if given (its sockets in TEST_DATABASE_SOCKETS), otherwise on a private server of this process.
 */
export const openTestDatabase = async (options: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  const name = options.engine ?? (process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded')
  const migrations = options.migrations ?? readMigrations()
  if (name === 'postgres') return openOnPostgres({ ...options, migrations })
  const archive = await archiveOf(migrations)
  await holdCompiledDatabase()
  const engine = await openEngine({ DATA_DIR: null }, { ...patience, ...options, migrations, archive })
  return { db: databaseOn(engine, migrations), engine, close: () => engine.close() }
}

/** A short name for the database that these migrations create. */
export const hashOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(JSON.stringify(migrations.map(({ tag, hash }) => [tag, hash])))
    .digest('hex')
    .slice(0, 16)

const cacheFolder = join(import.meta.dirname, '../../.cache/test-database')

/** There are many small databases, each restored from the archive, so the archive contains no spare room and no template databases. */
const makeSmall = [
  `alter system set shared_buffers = '16MB'`,
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
]

/** Building and migrating takes seconds, loading the result does not. The result is therefore cached under the hash of the migrations. */
const archiveOf = async (migrations: readonly Migration[]): Promise<string> => {
  const path = join(cacheFolder, `${hashOf(migrations)}-small.tar`)
  if (existsSync(path)) return path
  mkdirSync(cacheFolder, { recursive: true })
  const pg = await PGlite.create('memory://')
  const query = async (statement: string | { text: string }, values?: readonly unknown[]) => {
    const text = typeof statement === 'string' ? statement : statement.text
    return (values ? await pg.query(text, [...values]) : (await pg.exec(text)).at(-1)) as unknown as QueryResult
  }
  await migrate({ query }, migrations)
  for (const statement of makeSmall) await pg.exec(statement)
  const unfinished = `${path}.${randomUUID()}`
  writeFileSync(unfinished, Buffer.from(await (await pg.dumpDataDir('none')).arrayBuffer()))
  try {
    // Does not overwrite another worker's file, which that worker may have just opened.
    linkSync(unfinished, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  }
  rmSync(unfinished)
  await pg.close()
  return path
}

const openOnPostgres = async (
  options: TestDatabaseOptions & { readonly migrations: readonly Migration[] },
): Promise<TestDatabase> => {
  const template = await postgresTemplate(`template_${hashOf(options.migrations)}`, options.migrations)
  const database = await createPostgresDatabase(template)
  const [serverUrl, ownerUrl] = await Promise.all([bySocket(database.serverUrl), bySocket(database.ownerUrl)])
  const env = { DATA_DIR: null, DATABASE_URL: serverUrl, MIGRATION_DATABASE_URL: ownerUrl }
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
