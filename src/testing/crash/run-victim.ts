import { sql } from 'drizzle-orm'
import { newServices } from '#server/context.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { operationsInForce, planInForce } from '#server/db/operations-in-force.ts'
import { memberships } from '#server/db/tables/tenants.table.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { seedContext } from '#server/seed/seed-context.ts'
import { listRuns } from '#server/services/scheduling-runs/list-runs.ts'
import { startRun } from '#server/services/scheduling-runs/start-run.ts'
import { runTestShop, runUntil } from '../run-test-shop.ts'

/**
 * The process that the crash test of runs kills: it opens the database in its settings, prints which plan it finds and
 * how long an interrupted run stayed Running, then schedules and clears the same shop repeatedly.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)

const { DATA_DIR = '', DATABASE_URL, MIGRATION_DATABASE_URL } = process.env
const db = await openDatabase({ DATA_DIR, DATABASE_URL, MIGRATION_DATABASE_URL })
const app = newServices({ db, now: () => new Date('2026-11-18T16:24:00Z') })
const [known] = await db.withSystem((tx) => tx.select().from(memberships))
const ctx = known
  ? seedContext(app, known.tenantId, known.userId)
  : await runTestShop(app, { projects: 60, operations: 10 })

const planSum = () =>
  db.withTenant(ctx, async (tx) => {
    const { rows } = await tx.execute<{ sum: string; planned: number; all: number }>(sql`
      select md5(string_agg(concat(operation_id, scheduled_start_date, scheduled_end_date, placement), '' order by operation_id)) as sum,
        count(scheduled_start_date)::int as planned, count(*)::int as all from ${operationsInForce(ctx.tenantId)}`)
    return rows[0]
  })
const clearPlan = () =>
  db.withTenant(ctx, (tx) =>
    tx.execute(sql`update placements set scheduled_start_date = null, scheduled_end_date = null, placement = null
      where tenant_id = ${ctx.tenantId} and plan_id = ${planInForce(ctx.tenantId)}`),
  )

const found = await planSum()
const stuck = (await listRuns(ctx)).filter(({ status }) => status === 'Running')
const openedAtMs = performance.now()
const runner = startRunner(app, { info: () => undefined, error: (facts) => say(`error ${JSON.stringify(facts)}`) })
for (const { runId } of stuck) await runUntil(ctx, runId)
say(`found ${found?.sum} ${found?.planned} ${found?.all} ${stuck.length} ${Math.round(performance.now() - openedAtMs)}`)
if (process.argv[2] === 'once') {
  await runner.close()
  await db.close()
} else {
  for (;;) {
    await clearPlan()
    const run = await startRun(ctx, { projectId: null })
    say('running')
    await runUntil(ctx, run.runId)
    say(`planned ${(await planSum())?.sum}`)
  }
}
