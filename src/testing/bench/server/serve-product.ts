import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApp } from '#server/app.ts'
import type { AppServices } from '#server/context.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { readEnv } from '#server/env.ts'
import { keepForecasts } from '#server/jobs/keep-forecasts.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { watchLateness } from '#server/jobs/watch-lateness.ts'
import { attachLive } from '#server/live/attach-live.ts'
import { listProjects } from '#server/services/projects/list-projects.ts'
import { startRun } from '#server/services/scheduling-runs/start-run.ts'
import { buildUser } from '../../builders/build-user.ts'
import { runTestShop, runUntil } from '../../run-test-shop.ts'
import { openTestDatabase } from '../../test-database.ts'

/**
 * The product as `main.ts` starts it, in a process of its own, with two shops and people signed in to them: on disk with
 * the embedded database, or on PostgreSQL with TEST_DATABASE=postgres. Answers the messages of `BenchQuestion`.
 */
export interface Shop {
  readonly sessions: readonly string[]
  readonly projectIds: readonly string[]
}
export interface BenchReady {
  readonly port: number
  /** 50 projects: what `GET projects` is measured on. */
  readonly small: Shop
  /** 500 projects x 20 operations, and a crowd. */
  readonly big: Shop
}
export type BenchQuestion = 'state' | 'schedule'
export interface BenchState {
  /** Longest time the event loop stood still since the last question, in ms. */
  readonly gapMs: number
  readonly rssMb: number
  /** JavaScript objects of the main thread, in MB, as of the last collection. */
  readonly heapMb: number
  /** Used by all threads since the start, in ms. */
  readonly cpuMs: number
  readonly unhandled: number
}

const users = 50
const dataDir = mkdtempSync(join(tmpdir(), 'scheduler-bench-'))
const isPostgres = process.env.TEST_DATABASE === 'postgres'
const database = isPostgres ? await openTestDatabase() : null
const db = database?.db ?? (await openDatabase({ DATA_DIR: dataDir }))
const services: AppServices = { db, now: () => new Date() }

const openShop = async (size: { projects: number; operations: number }, people: number) => {
  const ctx = await runTestShop(services, size)
  const sessions: string[] = []
  for (let n = 0; n < people; n += 1) {
    const { sessionSecret } = await buildUser(services, { memberOf: [{ tenantId: ctx.tenantId }] })
    sessions.push(sessionSecret ?? '')
  }
  const projectIds = (await listProjects(ctx)).map(({ projectId }) => projectId)
  return { ctx, shop: { sessions, projectIds } }
}

const small = await openShop({ projects: 50, operations: 6 }, 10)
const big = await openShop({ projects: 500, operations: 20 }, users)
const env = readEnv({ NODE_ENV: 'production', LOG_LEVEL: 'fatal', TRUSTED_PROXIES: '1' })
const app = await buildApp({ ...services, env })
const live = attachLive(app.server, services, { isAllowedOrigin: () => true, trustedProxies: env.TRUSTED_PROXIES })
const jobs = [startRunner(services, app.log), watchLateness(services, app.log), keepForecasts(services, app.log)]
await live.ready()
await app.listen({ host: '127.0.0.1', port: 0 })

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
let unhandled = 0
process.on('unhandledRejection', () => {
  unhandled += 1
})
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

process.on('message', async (question: BenchQuestion) => {
  if (question === 'schedule') {
    const { runId } = await startRun(big.ctx, { projectId: null })
    const { status } = await runUntil(big.ctx, runId, undefined, 300_000)
    process.send?.({ status })
    return
  }
  const state: BenchState = {
    gapMs: Math.round(delay.max / 1e6),
    rssMb: Math.round(process.memoryUsage.rss() / 1_048_576),
    heapMb: Math.round(process.memoryUsage().heapUsed / 1_048_576),
    cpuMs: cpuMs(),
    unhandled,
  }
  delay.reset()
  process.send?.(state)
})
process.once('disconnect', async () => {
  await Promise.all(jobs.map((job) => job.close()))
  await live.close()
  await app.close()
  await (database?.close() ?? db.close())
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})
const address = app.server.address()
const ready: BenchReady = {
  port: typeof address === 'object' && address ? address.port : 0,
  small: small.shop,
  big: big.shop,
}
process.send?.(ready)
