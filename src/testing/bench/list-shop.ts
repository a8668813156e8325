import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { dayMs } from '#domain/time/units.ts'
import { newServices, type TenantContext } from '#server/context.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { seedContext } from '#server/seed/seed-context.ts'
import { startRun } from '#server/services/scheduling-runs/start-run.ts'
import { runTestShop, runUntil } from '../run-test-shop.ts'
import { openTestDatabase } from '../test-database.ts'

/** Percentage of operations that are completed by their end. */
const doneOfHundred = 85

interface ListShop {
  readonly ctx: TenantContext
  readonly engine: OpenDatabase['engine']
  readonly close: () => Promise<void>
}

interface Options {
  /** A persistent folder for the embedded database, so that the next benchmark need not create the shop again. */
  readonly data: string | undefined
  readonly projects: number
  readonly operations: number
  /** Days between scheduling the shop and the measurement. */
  readonly days: number
}

const open = async (data: string | undefined): Promise<{ db: OpenDatabase; close: () => Promise<void> }> => {
  const patience = { statementLimitMs: 300_000, leaseLimitMs: 300_000 }
  if (process.env.TEST_DATABASE === 'postgres') return openTestDatabase({ engine: 'postgres', ...patience })
  const folder = data ?? mkdtempSync(join(tmpdir(), 'bench-lists-'))
  const db = await openDatabase({ DATA_DIR: folder }, patience)
  const close = async () => {
    await db.close()
    if (data === undefined) rmSync(folder, { recursive: true, force: true })
  }
  return { db, close }
}

const findShop = async (db: OpenDatabase, count: number): Promise<string | undefined> => {
  const { rows } = await db.withSystem((tx) =>
    tx.execute<{ id: string }>(
      sql`select tenant_id as id from operations group by tenant_id having count(*) = ${count} limit 1`,
    ),
  )
  return rows[0]?.id
}

/** Schedules the shop, and reports most operations that should have ended by then as completed. */
const liveThrough = async (ctx: TenantContext, untilMs: number): Promise<void> => {
  const runner = startRunner(ctx.app, { info: () => undefined, error: (facts) => console.error(facts) })
  const { runId } = await startRun(ctx, { projectId: null })
  const { status } = await runUntil(ctx, runId, undefined, 900_000)
  await runner.close()
  if (status !== 'Succeeded') throw new Error(`The run ended as ${status}`)
  await ctx.app.db.withTenant(ctx, (tx) =>
    tx.execute(sql`
      update operations o set status = 'Completed', progress_percent = 100,
        actual_start_date = p.scheduled_start_date, actual_end_date = p.scheduled_end_date
      from placements p join tenants t on t.tenant_id = p.tenant_id and t.plan_id = p.plan_id
      where o.tenant_id = ${ctx.tenantId} and p.tenant_id = o.tenant_id and p.operation_id = o.operation_id
        and p.scheduled_end_date < ${new Date(untilMs).toISOString()}::timestamptz
        and abs(hashtext(o.operation_id::text)) % 100 < ${doneOfHundred}`),
  )
}

/** A shop of this size on the embedded database, or on PostgreSQL with TEST_DATABASE=postgres, some days after it was scheduled. */
export const openListShop = async ({ data, projects, operations, days }: Options): Promise<ListShop> => {
  const { db, close } = await open(data)
  const today = newServices({ db, now: () => new Date() })
  const later = newServices({ db, now: () => new Date(Date.now() + days * dayMs) })
  let tenantId = await findShop(db, projects * operations)
  if (tenantId === undefined) {
    console.log(`Making and scheduling a shop of ${projects} projects x ${operations} operations ...`)
    const made = await runTestShop(today, { projects, operations })
    await liveThrough(made, later.now().getTime())
    tenantId = made.tenantId
  }
  return { ctx: seedContext(later, tenantId), engine: db.engine, close }
}
