import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type AppServices, newServices } from '#server/context.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

const startMs = Date.parse('2026-11-18T16:24:00Z')

/**
 * For a test file: a database, a clock that only tests advance, and a runner that each test starts itself. A logged error fails the test.
 */
export const testRunner = () => {
  let database: TestDatabase
  let app: AppServices
  let nowMs = startMs
  let runner: { close(): Promise<void> } | null = null
  const errors: unknown[] = []
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
  beforeAll(async () => {
    // A shop is stored in one statement, which on a busy machine may take longer than the limit in production.
    database = await openTestDatabase({ statementLimitMs: 60_000 })
    app = newServices({ db: database.db, now: () => new Date(nowMs) })
  })
  afterEach(async () => {
    await runner?.close()
    runner = null
    nowMs = startMs
    expect(errors).toEqual([])
  })
  afterAll(() => database.close())
  return {
    get app() {
      return app
    },
    get nowMs() {
      return nowMs
    },
    set nowMs(ms: number) {
      nowMs = ms
    },
    start: () => {
      runner = startRunner(app, log)
    },
    /** Stops the runner like a stopping server. */
    stop: async () => runner?.close(),
  }
}
