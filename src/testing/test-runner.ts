import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { AppServices } from '#server/context.ts'
import { startRunner } from '#server/jobs/start-runner.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

/** For the tests of a file: a database, and a runner that each test starts itself; errors it logs fail that test. */
export const testRunner = () => {
  let database: TestDatabase
  let app: AppServices
  let runner: { close(): Promise<void> } | null = null
  const errors: unknown[] = []
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
  beforeAll(async () => {
    // Shops are stored in one statement: on a busy machine that may take longer than the product waits.
    database = await openTestDatabase({ statementLimitMs: 60_000 })
    app = { db: database.db, now: () => new Date('2026-11-18T16:24:00Z') }
  })
  afterEach(async () => {
    await runner?.close()
    runner = null
    expect(errors).toEqual([])
  })
  afterAll(() => database.close())
  return {
    get app() {
      return app
    },
    start: () => {
      runner = startRunner(app, log)
    },
    /** As a server that stops does. */
    stop: async () => runner?.close(),
  }
}
