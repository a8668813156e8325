import type { TenantContext } from '../context.ts'
import type { Env } from '../env.ts'
import { StorageFullError, UnavailableError } from '../errors.ts'
import { CommitCount } from './commit-count.ts'
import type { OpenDatabase } from './database.ts'
import { EmbeddedEngine } from './embedded/embedded-engine.ts'
import { type Engine, leaseWaitMs } from './engine.ts'
import { assertSchemaCurrent, assertSchemaServes, enterSql, migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { assertLoginRole } from './postgres/assert-login-role.ts'
import { connectPatiently, type Patience, usualPatience } from './postgres/connect-patiently.ts'
import { migratePostgres } from './postgres/migrate-postgres.ts'
import { PostgresEngine } from './postgres/postgres-engine.ts'
import { systemRole, tenantRole } from './row-level-security.ts'
import { assertOutsideTransaction, runTransaction } from './run-transaction.ts'

type DatabaseEnv = Pick<Env, 'DATABASE_URL' | 'MIGRATION_DATABASE_URL'> & {
  /** null = in memory, for tests. */
  readonly DATA_DIR: string | null
}

interface OpenOptions {
  /** Archive that fills an embedded database in memory; without it the database starts empty. */
  readonly archive?: string | null
  readonly migrations?: readonly Migration[]
  readonly statementLimitMs?: number
  /** Longest wait for the one connection of the embedded database. */
  readonly leaseLimitMs?: number
  /** How long to wait for a PostgreSQL that is not up yet. */
  readonly patience?: Patience
}

/**
 * Opens PostgreSQL when DATABASE_URL is set, otherwise the embedded database in DATA_DIR, with the schema up to date.
 * Throws an Error with a readable message when the database must not or cannot be opened; nothing has been changed then.
 */
export const openDatabase = async (env: DatabaseEnv, options: OpenOptions = {}): Promise<OpenDatabase> =>
  databaseOn(await openEngine(env, options), options.migrations)

/** The engine alone, for `openDatabase` and for tests of the layers below it. */
export const openEngine = (env: DatabaseEnv, options: OpenOptions = {}): Promise<Engine> => {
  const migrations = options.migrations ?? readMigrations()
  if (env.DATABASE_URL) return openPostgres(env.DATABASE_URL, env.MIGRATION_DATABASE_URL, { ...options, migrations })
  return EmbeddedEngine.open({
    dataDir: env.DATA_DIR,
    archive: options.archive,
    role: tenantRole,
    prepare: (owner) => migrate(owner, migrations),
    statementLimitMs: options.statementLimitMs,
    leaseLimitMs: options.leaseLimitMs,
  })
}

const openPostgres = async (
  url: string,
  migrationUrl: string | undefined,
  {
    migrations,
    statementLimitMs,
    patience = usualPatience,
  }: OpenOptions & { readonly migrations: readonly Migration[] },
) => {
  // A wrong password or host is reported before the owner's connection changes anything.
  const options = { connectionString: url, connectionTimeoutMillis: leaseWaitMs }
  await (await connectPatiently('DATABASE_URL', options, patience)).end()
  if (migrationUrl) await migratePostgres(migrationUrl, url, migrations, patience)
  const engine = new PostgresEngine(url, statementLimitMs)
  try {
    const { client, release } = await engine.lease()
    try {
      await assertLoginRole(client)
      await assertSchemaCurrent(client, migrations)
    } finally {
      release(false)
    }
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** All transactions on the tables, and the count of their commits. */
const transactionsOn = (engine: Engine) => {
  // No other process can open the directory of the embedded database.
  const count = engine.name === 'embedded' ? new CommitCount() : null
  // The id was checked when the context was minted. One message, because three would be three round trips.
  const asTenant = ({ tenantId }: TenantContext) =>
    `set local role ${tenantRole}; set local app.tenant_id = '${tenantId}'`
  const asSystem = `set local role ${systemRole}`
  const enter = engine.name === 'embedded' ? '' : `${enterSql}; `
  const writing = `begin; ${enter}`
  // Every statement of a read transaction sees the same state.
  const reading = `begin isolation level repeatable read read only; ${enter}`
  const committing = () => count?.begin()
  return {
    commits: () => count?.now() ?? null,
    withTenant: (ctx, work, turn) =>
      runTransaction(engine, { kind: 'write', opening: writing + asTenant(ctx), turn, committing }, work),
    readTenant: (ctx, work, turn) =>
      runTransaction(engine, { kind: 'reading', opening: reading + asTenant(ctx), turn }, work),
    withSystem: (work) => runTransaction(engine, { kind: 'write', opening: writing + asSystem, committing }, work),
    readSystem: (work) => runTransaction(engine, { kind: 'reading', opening: reading + asSystem }, work),
  } satisfies Partial<OpenDatabase>
}

/** The database of an engine, as the server uses it. */
export const databaseOn = (engine: Engine, migrations: readonly Migration[] = readMigrations()): OpenDatabase => ({
  engine: engine.name,
  ...transactionsOn(engine),
  listen: (channel, listener) => engine.listen(channel, listener),
  checkReady: async () => {
    assertOutsideTransaction()
    const { client, release } = await engine.lease()
    let broken = true
    try {
      await assertSchemaServes(client, migrations)
      broken = false
    } catch (cause) {
      throw new UnavailableError(cause)
    } finally {
      release(broken)
    }
  },
  assertRoom: () => {
    if (!engine.hasRoom()) throw new StorageFullError(new Error('The disk of the database is nearly full'))
  },
  backup: () => engine.backup(),
  lastBackup: () => engine.lastBackup(),
  connections: () => engine.connections(),
  schemaVersion: migrations.at(-1)?.tag ?? '',
  close: () => engine.close(),
})
