import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { newServices } from '#server/context.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { users } from '#server/db/tables/users.table.ts'
import { hashPassword } from '#server/services/credentials/password-hash.ts'
import { keepForecast } from '#server/services/forecasts/current-forecast.ts'
import { closeDesks } from '#server/services/forecasts/refresh-forecast.ts'
import { buildUser } from '../../builders/build-user.ts'
import { runTestShop } from '../../run-test-shop.ts'
import { envOfChildren } from '../../test-clock.ts'
import { memoryFlag, say, seconds } from './bench.ts'
import { send } from './drive.ts'

/** The entry point of `npm start`. The first start builds the application if necessary. */
const main = join(import.meta.dirname, '../../../server/cli/start.mjs')
const password = 'Lathe-And-Mill-4'

/** A folder of the embedded database with a shop of this size, and the e-mail of a user in it. */
const buildFolder = async (dataDir: string, operations: number): Promise<string> => {
  const db = await openDatabase({ DATA_DIR: dataDir }, { statementLimitMs: 300_000 })
  const app = newServices({ db, now: () => new Date() })
  const ctx = await runTestShop(app, { projects: Math.ceil(operations / 20), operations: 20 })
  await keepForecast(ctx)
  const { userId, email } = await buildUser(app, { memberOf: [{ tenantId: ctx.tenantId }], signedIn: false })
  const passwordHash = await hashPassword(password)
  await db.withSystem((tx) => tx.update(users).set({ passwordHash }).where(eq(users.userId, userId)))
  await closeDesks(app)
  await db.close()
  return email
}

interface Started {
  readonly child: ChildProcess
  readonly port: number
  readonly tookMs: number
  readonly cpuMs: number
}

/** Processor time of all threads of a process so far; 0 if the system does not report it. */
const cpuMsOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

const residentMb = (pid: number): number => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1_024)
}

const startServer = async (dataDir: string): Promise<Started> => {
  const startedAtMs = performance.now()
  const env = {
    PATH: process.env.PATH,
    ...envOfChildren,
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [memoryFlag, main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ready = Promise.withResolvers<number>()
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
    const port = /Ready: \S+:(\d+)/.exec(text)?.[1]
    if (port) ready.resolve(Number(port))
  })
  child.once('exit', (code) => ready.reject(new Error(`The server ended with ${code}: ${text}`)))
  const port = await ready.promise
  return { child, port, tookMs: performance.now() - startedAtMs, cpuMs: cpuMsOf(child.pid ?? 0) }
}

/** Signs in and opens the first page: the requests of the dashboard and of the two largest lists. */
const openPage = async (port: number, email: string): Promise<number> => {
  const agent = new Agent({ keepAlive: true })
  const entered = await send(agent, port, { method: 'POST', path: '/auth/login', body: { email, password } })
  const session = entered.cookies.find((text) => text.startsWith('__Host-sid='))?.split('=')[1] ?? ''
  const startedAtMs = performance.now()
  for (const path of ['/dashboard', '/projects/columns', '/operations?tab=overdue&limit=100']) {
    const { status } = await send(agent, port, { path, session })
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
  }
  agent.destroy()
  return performance.now() - startedAtMs
}

const end = async ({ child }: Started, signal: 'SIGTERM' | 'SIGKILL') => {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Starts the embedded mode three times after a stop and three times after a kill -9, and measures its memory after the first page. */
export const startAgain = async (operations: number): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scheduler-start-'))
  try {
    const email = await buildFolder(dataDir, operations)
    // The first start prepares what later ones reuse.
    await end(await startServer(dataDir), 'SIGTERM')
    for (const [name, signal, limitMs] of [
      ['a stop', 'SIGTERM', 3_000],
      ['kill -9', 'SIGKILL', 8_000],
    ] as const) {
      const rounds: { tookMs: number; cpuMs: number; readyMb: number; pageMs: number; mb: number }[] = []
      for (let round = 0; round < 3; round += 1) {
        const started = await startServer(dataDir)
        // During the start, V8 needs a few hundred MB for half a second to optimize the largest function of the database.
        await setTimeout(1_000)
        const readyMb = residentMb(started.child.pid ?? 0)
        const pageMs = await openPage(started.port, email)
        rounds.push({ ...started, readyMb, pageMs, mb: residentMb(started.child.pid ?? 0) })
        await end(started, signal)
      }
      // The start before the first kill was after a stop, so it is not counted.
      const counted = signal === 'SIGKILL' ? rounds.slice(1) : rounds
      const most = (key: 'tookMs' | 'cpuMs' | 'readyMb' | 'pageMs' | 'mb') =>
        Math.max(...counted.map((each) => each[key]))
      say(
        `start of the embedded mode with ${operations} operations after ${name}`,
        `ready within ${seconds(most('tookMs'))} (${seconds(most('cpuMs'))} of CPU), a second later ${most('readyMb')} MB; first page ${seconds(most('pageMs'))}, ` +
          `then ${most('mb')} MB (want ${limitMs / 1_000} s, 600 MB a second later)`,
        most('tookMs') <= limitMs && most('readyMb') < 600,
      )
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
