import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { ProposalInput } from '#contract/proposals.ts'
import { newServices, type TenantContext } from '#server/context.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { revertRun } from '#server/services/changes/revert-run.ts'
import { keepForecast } from '#server/services/forecasts/current-forecast.ts'
import { closeDesks } from '#server/services/forecasts/refresh-forecast.ts'
import { moveOperations } from '#server/services/operations/write-operations.ts'
import { applyProposal } from '#server/services/proposals/apply-proposal.ts'
import { createProposal } from '#server/services/proposals/write-proposals.ts'
import { startRun } from '#server/services/scheduling-runs/start-run.ts'
import { runTestShop, runUntil } from '../run-test-shop.ts'
import { openTestDatabase } from '../test-database.ts'
import { type Timing, timed, whereTimeWent } from './timed-database.ts'

/**
 * The cost of runs and proposals by the size of the shop: their duration and where it is spent (longest and total
 * transaction times by service; the rest is the thread), how long a small read of another user waits at most, and how
 * much they add to the database. On the embedded database on disk, or on PostgreSQL with TEST_DATABASE=postgres.
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '2000,20000' },
    parts: { type: 'string', default: 'first,second,project,revert,edits,repair,reorder,apply' },
  },
})
const perProject = 20
const limitMs = 900_000

/** Reads one row every 10 ms until the work is done; returns the waiting times in ms, longest first. */
const waitsDuring = async (db: OpenDatabase, ctx: TenantContext, work: () => Promise<unknown>): Promise<number[]> => {
  const waits: number[] = []
  let over = false
  const asking = (async () => {
    while (!over) {
      const askedAtMs = performance.now()
      await db.readTenant(ctx, (tx) => tx.execute(sql`select name from tenants where tenant_id = ${ctx.tenantId}`))
      waits.push(performance.now() - askedAtMs)
      await setTimeout(10)
    }
  })()
  await work().finally(() => {
    over = true
  })
  await asking
  return waits.sort((one, other) => other - one)
}

const open = async (): Promise<{ db: OpenDatabase; close: () => Promise<void> }> => {
  const patience = { statementLimitMs: 300_000, leaseLimitMs: 300_000 }
  if (process.env.TEST_DATABASE === 'postgres') return openTestDatabase({ engine: 'postgres', ...patience })
  const folder = mkdtempSync(join(tmpdir(), 'bench-runs-'))
  const db = await openDatabase({ DATA_DIR: folder }, patience)
  const close = async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { db, close }
}

const bytesOf = async (db: OpenDatabase) => {
  const { rows } = await db.withSystem((tx) =>
    tx.execute<{ table: string; index: string; all: string }>(
      sql`select pg_table_size('placements') as table, pg_indexes_size('placements') as index, pg_database_size(current_database()) as all`,
    ),
  )
  return { table: Number(rows[0]?.table), index: Number(rows[0]?.index), all: Number(rows[0]?.all) }
}
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

const bench = async (operations: number): Promise<void> => {
  const { db, close } = await open()
  const timings: Timing[] = []
  let ms = Date.parse('2026-11-18T16:24:00Z')
  const app = newServices({ db: timed(db, timings), now: () => new Date(ms) })
  const ctx = await runTestShop(app, { projects: operations / perProject, operations: perProject })
  const runner = startRunner(app, { info: () => undefined, error: (facts) => console.error(facts) })
  const measure = async (name: string, work: () => Promise<string>): Promise<void> => {
    if (!values.parts.includes(name)) return
    const before = await bytesOf(db)
    timings.length = 0
    let report = ''
    const begunAtMs = performance.now()
    const usedBefore = process.cpuUsage()
    let tookMs = 0
    let used = 0
    const waits = await waitsDuring(db, ctx, async () => {
      report = await work()
      tookMs = performance.now() - begunAtMs
      const { user, system } = process.cpuUsage(usedBefore)
      used = (user + system) / 1_000
    })
    const after = await bytesOf(db)
    console.log(
      `${db.engine} ${operations} ${name}: ${seconds(tookMs)} (${seconds(used)} of processor time), ${report}; adds ${mb(after.table - before.table)} of rows, ` +
        `${mb(after.index - before.index)} of index, ${mb(after.all - before.all)} in all; longest wait ${Math.round(waits[0] ?? 0)} ms`,
    )
    console.log(`     ${whereTimeWent(timings)}`)
  }
  const project = await db.readTenant(ctx, async (tx) => {
    const { rows } = await tx.execute<{ projectId: string; operationId: string }>(
      sql`select project_id as "projectId", operation_id as "operationId" from operations where tenant_id = ${ctx.tenantId} limit 1`,
    )
    return rows[0] ?? { projectId: '', operationId: '' }
  })
  let last = ''
  const schedule = async (projectId: string | null): Promise<string> => {
    const { runId } = await startRun(ctx, { projectId })
    const run = await runUntil(ctx, runId, undefined, limitMs)
    last = runId
    return `${run.status} ${run.cause ?? ''} moved ${run.changedOperations}`
  }
  const revert = async (): Promise<string> => {
    const { reverted, left } = await revertRun(ctx, { runId: last })
    return `took back ${reverted}, left ${left}`
  }
  await measure('first', () => schedule(null))
  ms += 3_600_000
  await measure('second', () => schedule(null))
  await measure('revert', revert)
  ms += 3_600_000
  // A plan for a single project.
  await db.withTenant(ctx, (tx) =>
    tx.execute(sql`update operations set duration_hours = duration_hours + 3
      where tenant_id = ${ctx.tenantId} and project_id = ${project.projectId}`),
  )
  await measure('project', () => schedule(project.projectId))
  await measure('revert', revert)
  ms += 3_600_000
  await measure('edits', async () => {
    let over = false
    let edits = 0
    const editing = (async () => {
      for (let day = 1; !over; day += 1) {
        await setTimeout(3_000)
        if (over) return
        const scheduledStartDate = new Date(Date.parse('2027-06-01T14:00:00Z') + day * 86_400_000).toISOString()
        const scheduledEndDate = new Date(Date.parse(scheduledStartDate) + 3_600_000).toISOString()
        const move = { operationId: project.operationId, scheduledStartDate, scheduledEndDate }
        await moveOperations(ctx, { moves: [move] })
        edits += 1
      }
    })()
    const report = await schedule(null)
    over = true
    await editing
    return `${report}, ${edits} edits meanwhile`
  })
  const propose = async (method: ProposalInput['method'], durationHours: number): Promise<string> => {
    const fields = { durationHours }
    const changes: ProposalInput['changes'] = [{ kind: 'operation', ...project, fields }]
    const { proposalId, movedOperations, projects } = await createProposal(ctx, { input: { changes, method } })
    last = proposalId
    return `moves ${movedOperations} operations, changes ${projects.length} projects`
  }
  await keepForecast(ctx)
  // The second one is measured with warmed-up code.
  for (const hours of [40, 41, 42]) await measure('repair', () => propose('keepSequence', hours))
  await measure('reorder', () => propose('optimize', 44))
  await measure('apply', async () => {
    const { changedOperations } = await applyProposal(ctx, { proposalId: last, expectedVersion: null })
    return `moved ${changedOperations}`
  })
  await runner.close()
  await closeDesks(app)
  await close()
}

for (const operations of values.operations.split(',')) await bench(Number(operations))
