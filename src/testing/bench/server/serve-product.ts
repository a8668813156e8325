import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import '#server/limit-heap.ts'
import { buildApp, headerSettings } from '#server/app.ts'
import type { AppServices, TenantContext } from '#server/context.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { readTenant } from '#server/db/read-tenant.ts'
import { users as userTable } from '#server/db/tables/users.table.ts'
import { readEnv } from '#server/env.ts'
import { keepForecasts } from '#server/jobs/keep-forecasts.ts'
import type { RunnerLog } from '#server/jobs/runner-log.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { watchLateness } from '#server/jobs/watch-lateness.ts'
import { attachLive } from '#server/live/attach-live.ts'
import { hashPassword } from '#server/services/credentials/password-hash.ts'
import { keepForecast } from '#server/services/forecasts/current-forecast.ts'
import { listProjects } from '#server/services/projects/read-projects.ts'
import { getRun } from '#server/services/scheduling-runs/get-run.ts'
import { startRun } from '#server/services/scheduling-runs/start-run.ts'
import { buildUser } from '../../builders/build-user.ts'
import { runTestShop } from '../../run-test-shop.ts'
import { openTestDatabase } from '../../test-database.ts'
import { type Timing, timed, whereTimeWent } from '../timed-database.ts'

/**
 * The product as `main.ts` starts it, in a process of its own, with two shops and signed-in users: on disk with
 * the embedded database, or on PostgreSQL with TEST_DATABASE=postgres. Answers the messages of `BenchQuestion`.
 */
export interface Shop {
  readonly tenantId: string
  readonly sessions: readonly string[]
  readonly projectIds: readonly string[]
  /** Some of its operations, each with its project. */
  readonly operations: readonly { readonly projectId: string; readonly operationId: string }[]
}
export interface BenchReady {
  readonly port: number
  /** 50 projects, with which `GET projects` is measured. */
  readonly small: Shop
  /** 500 projects x 20 operations, and a crowd. */
  readonly big: Shop
}
export type BenchQuestion =
  | 'state'
  /** Makes a shop of that size, schedules it and computes its forecast. */
  | { readonly open: { readonly projects: number; readonly operations: number }; readonly people: number }
  /** Makes many shops of that size with a forecast, each with as many people. */
  | {
      readonly openMany: { readonly shops: number; readonly projects: number; readonly operations: number }
      readonly people: number
    }
  /** Makes a shop of that size with a forecast and without a plan. */
  | { readonly openUnplanned: { readonly projects: number; readonly operations: number }; readonly people: number }
  /** Makes people of the shop who are not signed in, with this password. */
  | { readonly hire: string; readonly people: number; readonly password: string }
  /** Schedules all of a shop. */
  | { readonly schedule: string }
  /** Schedules all of several shops: all asked at once, or one after the other. */
  | { readonly scheduleAll: readonly string[]; readonly atOnce: boolean }
  /** Waits until the stored forecast belongs to the current plan. */
  | { readonly forecastOf: string }
export interface BenchState {
  /** Longest time that the event loop was blocked since the last question, in ms. */
  readonly gapMs: number
  readonly rssMb: number
  /** The most since the last question. */
  readonly peakMb: number
  /** JavaScript objects of the main thread, in MB, as of the last collection. */
  readonly heapMb: number
  /** Used by all threads since the start, in ms. */
  readonly cpuMs: number
  readonly unhandled: number
  /** Transactions since the last question, by service. */
  readonly where: string
}

const users = 50
const forecastLimitMs = 120_000
const dataDir = mkdtempSync(join(tmpdir(), 'scheduler-bench-'))
const isPostgres = process.env.TEST_DATABASE === 'postgres'
const database = isPostgres ? await openTestDatabase({ statementLimitMs: 60_000 }) : null
// A shop of 200,000 operations is created in one very long statement.
const db = database?.db ?? (await openDatabase({ DATA_DIR: dataDir }, { statementLimitMs: 60_000 }))
const timings: Timing[] = []
const services: AppServices = { db: timed(db, timings), now: () => new Date() }

const shops = new Map<string, TenantContext>()
const contextOf = (tenantId: string): TenantContext => {
  const ctx = shops.get(tenantId)
  if (!ctx) throw new Error(`No shop ${tenantId}`)
  return ctx
}

const openShop = async (size: { projects: number; operations: number }, people: number): Promise<Shop> => {
  const ctx = await runTestShop(services, size)
  shops.set(ctx.tenantId, ctx)
  const sessions: string[] = []
  for (let n = 0; n < people; n += 1) {
    const { sessionSecret } = await buildUser(services, { memberOf: [{ tenantId: ctx.tenantId }] })
    sessions.push(sessionSecret ?? '')
  }
  const projectIds = (await listProjects(ctx)).map(({ projectId }) => projectId)
  const { rows } = await readTenant(ctx, (tx) =>
    tx.execute<{ projectId: string; operationId: string }>(
      sql`select project_id as "projectId", operation_id as "operationId" from operations
        where tenant_id = ${ctx.tenantId} order by operation_id limit 2000`,
    ),
  )
  return { tenantId: ctx.tenantId, sessions, projectIds, operations: rows }
}

const schedule = async (tenantId: string) => {
  const ctx = contextOf(tenantId)
  const { runId } = await startRun(ctx, { projectId: null })
  // Only looks at what the runner said: to read the run again and again would be load that no browser makes.
  while (!tookIn.has(runId)) await setTimeout(10)
  const { status } = await getRun(ctx, { runId })
  return { status, tookIn: tookIn.get(runId) }
}

const scheduleAll = async (tenantIds: readonly string[], atOnce: boolean): Promise<string[]> => {
  if (atOnce) return (await Promise.all(tenantIds.map(schedule))).map(({ status }) => status)
  const statuses: string[] = []
  for (const tenantId of tenantIds) statuses.push((await schedule(tenantId)).status)
  return statuses
}

const openForecast = async (size: { projects: number; operations: number }, people: number): Promise<Shop> => {
  const shop = await openShop(size, people)
  await keepForecast(contextOf(shop.tenantId))
  return shop
}

const openMany = async (
  { shops: count, ...size }: { shops: number; projects: number; operations: number },
  people: number,
): Promise<Shop[]> => {
  const opened: Shop[] = []
  while (opened.length < count) opened.push(await openForecast(size, people))
  return opened
}

/** All have one hash, because to compute as many would take longer than what is measured. */
const hire = async ({ hire: tenantId, people, password }: { hire: string; people: number; password: string }) => {
  const passwordHash = await hashPassword(password)
  const emails: string[] = []
  for (let n = 0; n < people; n += 1) {
    const { email } = await buildUser(services, { memberOf: [{ tenantId }], signedIn: false })
    emails.push(email)
  }
  await services.db.withSystem((tx) =>
    tx.update(userTable).set({ passwordHash }).where(inArray(userTable.email, emails)),
  )
  return emails
}

/** Looks every ten milliseconds; throws after `forecastLimitMs`. */
const waitForForecast = async (tenantId: string) => {
  const untilMs = performance.now() + forecastLimitMs
  for (;;) {
    const { rows } = await readTenant(contextOf(tenantId), (tx) =>
      tx.execute<{ isCurrent: boolean }>(sql`select f.plan_version = t.plan_version as "isCurrent"
        from tenants t left join forecasts f on f.tenant_id = t.tenant_id where t.tenant_id = ${tenantId}`),
    )
    if (rows[0]?.isCurrent) return { isCurrent: true }
    if (performance.now() > untilMs) return { isCurrent: false }
    await setTimeout(10)
  }
}

const small = await openShop({ projects: 50, operations: 6 }, 10)
const big = process.argv.includes('small') ? small : await openShop({ projects: 500, operations: 20 }, users)
const env = readEnv({ NODE_ENV: 'production', LOG_LEVEL: 'fatal', TRUSTED_PROXIES: '1' })
const app = await buildApp({ ...services, env })
const live = attachLive(app.server, services, {
  isAllowedOrigin: () => true,
  trustedProxies: env.TRUSTED_PROXIES,
  headers: headerSettings(env),
})
const tookIn = new Map<string, number>()
const runnerLog: RunnerLog = {
  info: (facts) => {
    const { runId, tookIn: times } = facts as { runId?: string; tookIn?: number }
    if (runId && times !== undefined) tookIn.set(runId, times)
  },
  error: (_facts, message) => console.error(message),
}
const jobs = [startRunner(services, runnerLog), watchLateness(services, app.log), keepForecasts(services, app.log)]
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

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)
let peakBytes = 0
setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
}, 100).unref()
const readState = (): BenchState => {
  const rss = process.memoryUsage.rss()
  const state = {
    gapMs: Math.round(delay.max / 1e6),
    rssMb: megabytes(rss),
    peakMb: megabytes(Math.max(peakBytes, rss)),
    heapMb: megabytes(process.memoryUsage().heapUsed),
    cpuMs: cpuMs(),
    unhandled,
    where: whereTimeWent(timings, 12),
  }
  timings.length = 0
  peakBytes = 0
  delay.reset()
  return state
}

const answer = async (question: BenchQuestion): Promise<unknown> => {
  if (question === 'state') return readState()
  if ('schedule' in question) return schedule(question.schedule)
  if ('scheduleAll' in question) return scheduleAll(question.scheduleAll, question.atOnce)
  if ('openMany' in question) return openMany(question.openMany, question.people)
  if ('openUnplanned' in question) return openForecast(question.openUnplanned, question.people)
  if ('hire' in question) return hire(question)
  if ('forecastOf' in question) return waitForForecast(question.forecastOf)
  const shop = await openShop(question.open, question.people)
  await schedule(shop.tenantId)
  await keepForecast(contextOf(shop.tenantId))
  await waitForForecast(shop.tenantId)
  return shop
}
process.on('message', (question: BenchQuestion) => {
  answer(question).then(
    (found) => process.send?.(found),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
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
  small,
  big,
}
process.send?.(ready)
