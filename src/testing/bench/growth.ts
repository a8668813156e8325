import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { valueAt } from '#domain/value-at.ts'
import { newServices, type TenantContext } from '#server/context.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { closeDesks } from '#server/services/forecasts/refresh-forecast.ts'
import { changeOperation } from '#server/services/operations/write-operations.ts'
import { startRun } from '#server/services/scheduling-runs/start-run.ts'
import { runTestShop, runUntil } from '../run-test-shop.ts'
import { execute, startPostgres } from '../start-postgres.ts'
import { openTestDatabase } from '../test-database.ts'

/**
 * Size of the database after many runs of a shop with a change between any two runs. On the embedded database on disk,
 * or on PostgreSQL with TEST_DATABASE=postgres, vacuumed after each run like autovacuum would.
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '2000' },
    after: { type: 'string', default: '1,10,60,120' },
  },
})
const perProject = 20
const limitMs = 900_000
const log = { info: () => undefined, error: (facts: object) => console.error(facts) }

interface Opened {
  readonly db: OpenDatabase
  readonly vacuum: () => Promise<void>
  readonly close: () => Promise<void>
}

const open = async (): Promise<Opened> => {
  const patience = { statementLimitMs: 300_000, leaseLimitMs: 300_000 }
  if (process.env.TEST_DATABASE !== 'postgres') {
    const folder = mkdtempSync(join(tmpdir(), 'bench-growth-'))
    const db = await openDatabase({ DATA_DIR: folder }, patience)
    const close = async () => {
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    }
    // The embedded database vacuums by itself.
    return { db, vacuum: async () => undefined, close }
  }
  const server = await startPostgres()
  Object.assign(process.env, { TEST_DATABASE_URL: server.serverUrl, TEST_MIGRATION_DATABASE_URL: server.ownerUrl })
  const { db, close: closeDatabase } = await openTestDatabase({ engine: 'postgres', ...patience })
  const { rows } = await db.withSystem((tx) => tx.execute<{ name: string }>(sql`select current_database() as name`))
  const url = Object.assign(new URL(server.superuserUrl), { pathname: `/${rows[0]?.name}` }).href
  const close = async () => {
    await closeDatabase()
    await server.stop()
  }
  return { db, vacuum: async () => void (await execute(url, 'vacuum analyze')), close }
}

const mb = (bytes: string | undefined) => `${(Number(bytes) / 1e6).toFixed(1)} MB`

const report = async ({ db }: Opened, name: string): Promise<void> => {
  const { rows } = await db.withSystem((tx) =>
    tx.execute<{ name: string; bytes: string }>(sql`
      select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by 2 desc limit 7`),
  )
  const { rows: whole } = await db.withSystem((tx) =>
    tx.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`),
  )
  const tables = rows.map((row) => `${row.name} ${mb(row.bytes)}`).join(', ')
  console.log(`${db.engine} ${values.operations} operations, ${name}: ${mb(whole[0]?.bytes)} (${tables})`)
}

/** Ten operations of other projects take longer than planned. */
const changeSomething = async (ctx: TenantContext, run: number): Promise<void> => {
  const { rows } = await ctx.app.db.readTenant(ctx, (tx) =>
    tx.execute<{ projectId: string; operationId: string; durationHours: number }>(sql`
      select project_id as "projectId", operation_id as "operationId", duration_hours as "durationHours" from operations
      where tenant_id = ${ctx.tenantId} order by operation_id offset ${(run * 97) % 1_900} limit 10`),
  )
  for (const { durationHours, ...operation } of rows) {
    const input = { durationHours: durationHours > 20 ? 4 : durationHours + 2 }
    await changeOperation(ctx, { ...operation, input, expectedVersion: null })
  }
}

const opened = await open()
const { db, vacuum, close } = opened
let ms = Date.parse('2026-11-18T16:24:00Z')
const app = newServices({ db, now: () => new Date(ms) })
const ctx = await runTestShop(app, { projects: Number(values.operations) / perProject, operations: perProject })
const runner = startRunner(app, log)
await report(opened, 'before the first run')
const points = values.after.split(',').map(Number)
for (let run = 1; run <= valueAt(points, points.length - 1); run += 1) {
  await changeSomething(ctx, run)
  const { runId } = await startRun(ctx, { projectId: null })
  const { status, changedOperations } = await runUntil(ctx, runId, undefined, limitMs)
  ms += 3_600_000
  await vacuum()
  if (status !== 'Succeeded' || run % 20 === 1) console.log(`run ${run}: ${status}, moved ${changedOperations}`)
  if (points.includes(run)) await report(opened, `after ${run} runs`)
}
await sweep(app, log)
await vacuum()
await report(opened, 'after a sweep')
await runner.close()
await closeDesks(app)
await close()
