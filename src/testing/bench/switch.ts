import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { AppServices, TenantContext } from '#server/context.ts'
import type { OpenDatabase, Tx } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { getSchedule } from '#server/services/schedule/get-schedule.ts'
import { revertRun } from '#server/services/scheduling-runs/revert-run.ts'
import { startRun } from '#server/services/scheduling-runs/start-run.ts'
import { runTestShop, runUntil } from '../run-test-shop.ts'

/**
 * How long a run over 1,000 projects x 20 operations holds up everybody else on the embedded database, in memory and on
 * disk: prints the longest database transactions and the longest wait of a small read during two runs and a revert.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Timing {
  readonly ms: number
  readonly by: string
}

const begunWith =
  <T>(begun: () => void, work: (tx: Tx) => Promise<T>) =>
  (tx: Tx): Promise<T> => {
    begun()
    return work(tx)
  }

/** The database with a stop-watch on every transaction, named after the service that asked for it. */
const timed = (db: OpenDatabase, timings: Timing[]): OpenDatabase => {
  const watch = async <T>(work: (begun: () => void) => Promise<T>): Promise<T> => {
    const by = /services\/[a-z-]+\/([a-z-]+)\.ts/.exec(new Error().stack ?? '')?.[1] ?? 'other'
    let begunAtMs = performance.now()
    const begun = () => {
      begunAtMs = performance.now()
    }
    return work(begun).finally(() => timings.push({ ms: performance.now() - begunAtMs, by }))
  }
  return {
    ...db,
    withTenant: (ctx, work, turn) => watch((begun) => db.withTenant(ctx, begunWith(begun, work), turn)),
    readTenant: (ctx, work, turn) => watch((begun) => db.readTenant(ctx, begunWith(begun, work), turn)),
    withSystem: (work) => watch((begun) => db.withSystem(begunWith(begun, work))),
  }
}

/** Asks for one row every 10 ms until the work is done; returns the waits in ms, longest first. */
const waitsDuring = async (db: OpenDatabase, ctx: TenantContext, work: () => Promise<unknown>): Promise<number[]> => {
  const waits: number[] = []
  let over = false
  const asking = (async () => {
    while (!over) {
      const askedAtMs = performance.now()
      await db.withTenant(ctx, (tx) => tx.execute(sql`select name from tenants where tenant_id = ${ctx.tenantId}`))
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

const rounded = (ms: number) => Math.round(ms)

const report = (name: string, waits: readonly number[], timings: Timing[]) => {
  const longest = new Map<string, number>()
  for (const { ms, by } of timings) longest.set(by, Math.max(ms, longest.get(by) ?? 0))
  const list = [...longest].sort((one, other) => other[1] - one[1]).slice(0, 8)
  say(`${name}: longest waits ${waits.slice(0, 5).map(rounded).join(', ')} ms of ${waits.length}`)
  say(`  longest transactions ${list.map(([by, ms]) => `${by} ${rounded(ms)}`).join(', ')} ms`)
  timings.length = 0
}

const bench = async (name: string, dataDir: string | null): Promise<void> => {
  const db = await openDatabase({ DATA_DIR: dataDir })
  const timings: Timing[] = []
  const now = new Date('2026-11-18T16:24:00Z')
  let ms = now.getTime()
  const app: AppServices = { db: timed(db, timings), now: () => new Date(ms) }
  const ctx = await runTestShop(app, { projects: 1_000, operations: 20 })
  const runner = startRunner(app, { info: () => undefined, error: (facts) => say(JSON.stringify(facts)) })
  const schedule = async () => {
    const { runId } = await startRun(ctx, { projectId: null })
    return runUntil(ctx, runId, ({ status }) => status !== 'Running', 120_000)
  }
  timings.length = 0
  report(`${name}, first run`, await waitsDuring(db, ctx, schedule), timings)
  ms += 3_600_000
  let runId = ''
  const second = async () => {
    const run = await schedule()
    runId = run.runId
    say(`  moved ${run.changedOperations}`)
  }
  report(`${name}, second run`, await waitsDuring(db, ctx, second), timings)
  report(`${name}, revert`, await waitsDuring(db, ctx, () => revertRun(ctx, { runId })), timings)
  report(`${name}, schedule read`, await waitsDuring(db, ctx, () => getSchedule(ctx)), timings)
  await runner.close()
  await db.close()
}

await bench('memory', null)
const folder = mkdtempSync(join(tmpdir(), 'bench-switch-'))
try {
  await bench('disk', folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
