import type { buildApp } from './app.ts'
import type { OpenDatabase } from './db/database.ts'
import type { Readiness } from './http/routes/health.routes.ts'

/** The open parts of a running server. */
interface Running {
  readonly app: Awaited<ReturnType<typeof buildApp>>
  readonly db: OpenDatabase
  readonly readiness: Readiness
  readonly live: { close(): Promise<void> }
  readonly runner: { close(): Promise<void> }
}

/** The process ends by then, even with open connections. */
const deadlineMs = 9_500
/** Answers under way get this long before their connections are cut. */
const answersMs = 4_000
/** Readiness is off for this long before the server stops listening, so that a balancer can switch. */
const noticeMs = 300

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** Refuses new work, lets answers and the database finish. */
export const closeInOrder = async ({ app, db, readiness, live, runner }: Running): Promise<void> => {
  readiness.takesWork = false
  await wait(noticeMs)
  const cut = setTimeout(() => app.server.closeAllConnections(), answersMs)
  await Promise.allSettled([live.close(), runner.close(), app.close()])
  clearTimeout(cut)
  await db.close()
}

/** What a served database can be asked for. */
export interface Served {
  readonly log: Running['app']['log']
  readonly close: () => Promise<void>
}

/** Returns the function that closes a server and ends the process. A second call, or ten seconds, ends the process at once. */
export const stopInOrder = ({ log, close }: Served): ((exitCode: number) => void) => {
  let isStopping = false
  return (exitCode) => {
    if (isStopping) process.exit(exitCode || 1)
    isStopping = true
    setTimeout(() => process.exit(exitCode), deadlineMs).unref()
    close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
}
