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

const closeAll = async ({ app, db, readiness, live, runner }: Running): Promise<void> => {
  readiness.takesWork = false
  await wait(noticeMs)
  const cut = setTimeout(() => app.server.closeAllConnections(), answersMs)
  await Promise.allSettled([live.close(), runner.close(), app.close()])
  clearTimeout(cut)
  await db.close()
}

/**
 * Returns the function that stops the server: refuse new work, let answers and the database finish, exit. A second call,
 * or ten seconds, ends the process at once.
 */
export const stopInOrder = (running: Running): ((exitCode: number) => void) => {
  let isStopping = false
  return (exitCode) => {
    if (isStopping) process.exit(exitCode || 1)
    isStopping = true
    setTimeout(() => process.exit(exitCode), deadlineMs).unref()
    closeAll(running).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        running.app.log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
}
