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
import { createPostgresDatabase, postgresTemplate } from './postgres-databases.ts'
import { findPostgres } from './start-postgres.ts'

export type EngineName = Engine['name']

/** The engines on which a test of the database layer runs: both, where PostgreSQL is installed. */
export const enginesHere: readonly EngineName[] = findPostgres() ? ['embedded', 'postgres'] : ['embedded']

export interface TestDatabase {
  readonly db: OpenDatabase
  /** Direct access to the same database, without an organization, for tests of the isolation. */
  readonly engine: Engine
  readonly close: () => Promise<void>
}

interface TestDatabaseOptions {
  /** By default the engine of TEST_DATABASE, or else the embedded one. */
  readonly engine?: EngineName
  readonly migrations?: readonly Migration[]
  readonly statementLimitMs?: number
}

/** Longer than in the product, so that on a busy machine no connection is refused and no statement counts as stuck. */
const patience = { leaseLimitMs: 60_000, statementLimitMs: 60_000 }

/**
 * A fresh, migrated, empty database: embedded in memory (takes about half a second), or a new one on PostgreSQL: on the server
 * of TEST_DATABASE_URL and TEST_MIGRATION_DATABASE_URL when given, else on a private server of this process.
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

/** The databases are small and many, and each is filled from the archive: it has no room for more, and no databases to copy. */
const makeSmall = [
  `alter system set shared_buffers = '16MB'`,
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
]

/** Building and migrating takes seconds, loading the result does not. So the result is kept under the hash of the migrations. */
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
    // Does not overwrite the file of another worker, because that worker may have just opened it.
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
