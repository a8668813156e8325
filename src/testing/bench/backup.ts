import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { valueAt } from '#domain/value-at.ts'
import { newServices } from '#server/context.ts'
import { EmbeddedEngine } from '#server/db/embedded/embedded-engine.ts'
import type { SqlClient } from '#server/db/engine.ts'
import { liftForceSql } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { tenantRole } from '#server/db/row-level-security.ts'
import { runTestShop } from '../run-test-shop.ts'
import { execute, startPostgres } from '../start-postgres.ts'
import { envOfChildren } from '../test-clock.ts'

/**
 * A drill with a shop of `--operations`: how long a backup, restoring it, and moving to PostgreSQL take, each run like
 * an operator would, and whether every row is the same afterwards.
 */
const { values } = parseArgs({ options: { operations: { type: 'string', default: '100000' } } })
const perProject = 20
const cli = join(import.meta.dirname, '../../server/cli')
const folder = mkdtempSync(join(tmpdir(), 'bench-backup-'))
const at = (name: string) => join(folder, name)

/** Runs a command and returns its output. */
const timed = async (what: string, command: readonly string[], env: Record<string, string>): Promise<string> => {
  const startedMs = performance.now()
  const [name = '', ...args] = command
  const child = spawn(name, args, {
    env: { PATH: process.env.PATH, ...envOfChildren, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += String(chunk)
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${what} ended with ${code}: ${said}`)
  console.log(`${what.padEnd(42)} ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
  return said
}

type Query = (statement: string) => Promise<readonly Record<string, unknown>[]>

/** Number of rows and a hash of all their columns, by table. */
const contents = async (query: Query): Promise<Record<string, string>> => {
  const tables = await query(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await query(
      `select count(*) as count, md5(string_agg(hash, '' order by hash)) as hash
        from (select md5(t::text) as hash from "${name}" t) hashed`,
    )
    found[String(name)] = `${row?.count} ${row?.hash}`
  }
  return found
}
/** Read by the table owner, who is not limited to one organization. */
const embeddedContents = async (dataDir: string) => {
  let found: Record<string, string> = {}
  const prepare = async (owner: SqlClient) => {
    await owner.query('begin')
    await owner.query(liftForceSql)
    found = await contents(async (statement) => (await owner.query(statement)).rows)
    await owner.query('rollback')
  }
  await (await EmbeddedEngine.open({ dataDir, role: tenantRole, prepare })).close()
  return found
}
const rowsOf = (found: Record<string, string>) =>
  Object.values(found).reduce((sum, counted) => sum + Number.parseInt(counted, 10), 0)
const compare = (what: string, before: Record<string, string>, after: Record<string, string>) => {
  const different = Object.keys({ ...before, ...after }).filter((table) => before[table] !== after[table])
  const rows = rowsOf(before).toLocaleString('en-US')
  console.log(`${what.padEnd(42)} ${rows} rows, ${different.length} tables differ ${different.join(', ')}`)
  if (different.length > 0) process.exitCode = 1
}

try {
  const embedded = { DATA_DIR: at('embedded') }
  const db = await openDatabase(embedded, { statementLimitMs: 300_000 })
  await runTestShop(newServices({ db, now: () => new Date() }), {
    projects: Math.ceil(Number(values.operations) / perProject),
    operations: perProject,
  })
  await db.close()
  const said = await timed('Backup of the embedded database', [process.execPath, join(cli, 'backup.ts')], embedded)
  const archive = said.split(' ')[1]?.replace(/\.$/, '') ?? ''
  const restored = { DATA_DIR: at('restored') }
  await timed('Restoring it', [process.execPath, join(cli, 'restore.ts'), archive], restored)
  compare('Compared', await embeddedContents(embedded.DATA_DIR), await embeddedContents(restored.DATA_DIR))

  const postgres = await startPostgres()
  try {
    const urls = { DATABASE_URL: postgres.serverUrl, MIGRATION_DATABASE_URL: postgres.ownerUrl }
    await timed('Move to PostgreSQL', [process.execPath, join(cli, 'db-move.ts')], { ...embedded, ...urls })
    const { hostname, port } = new URL(postgres.superuserUrl)
    const login = { PGHOST: hostname, PGPORT: port, PGUSER: 'postgres', PGDATABASE: 'postgres' }
    mkdirSync(at('dumps'))
    const settings = { ...login, BACKUP_FOLDER: at('dumps'), KEEP_DAYS: '1' }
    await timed('Backup of PostgreSQL', ['bash', '.compose/backup.sh', 'once'], settings)
    await execute(postgres.superuserUrl, 'create database restored owner scheduler_owner')
    const dump = join(at('dumps'), valueAt(readdirSync(at('dumps')), 0))
    await timed('Restoring it', ['pg_restore', '--exit-on-error', '-d', 'restored', dump], login)
    const into = Object.assign(new URL(postgres.superuserUrl), { pathname: '/restored' }).href
    const contentsAt = (url: string) => contents((statement) => execute(url, statement))
    compare('Compared', await contentsAt(postgres.superuserUrl), await contentsAt(into))
  } finally {
    await postgres.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
