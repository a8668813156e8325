import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import type { AppServices, TenantContext } from '../context.ts'
import { listOperationRows } from '../services/operation-lists/list-operation-rows.ts'
import { dropIdleBooks, holdsPlanBook, openPlanBook } from '../services/operation-lists/open-plan-book.ts'
import { changeOperation } from '../services/operations/change-operation.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'
import { startRunner } from './start-runner.ts'
import { warmPlanBooks } from './warm-plan-books.ts'

const quiet = { info: () => undefined, error: () => undefined }
let database: TestDatabase
let app: AppServices
let longTurns = 0
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const counted: typeof db.withTenant = (ctx, work, turn) => {
    if (turn === 'long') longTurns++
    return db.withTenant(ctx, work, turn)
  }
  app = { db: { ...db, withTenant: counted }, now: () => new Date('2026-11-18T16:24:00Z') }
})
afterAll(() => database.close())

/** True when opening the book now reads neither everything nor all dates. */
const isReady = async (ctx: TenantContext): Promise<boolean> => {
  const before = longTurns
  await openPlanBook(ctx)
  return longTurns === before
}

it('has read what changed before anybody asks, drops what nobody asks for, and reads that no more', async () => {
  const ctx = await runTestShop(app)
  const [job, runner] = [warmPlanBooks(app, quiet, 5), startRunner(app, quiet)]
  try {
    await listOperationRows(ctx, {})
    const { runId } = await startRun(ctx, { projectId: null })
    await runUntil(ctx, runId)
    const readAt = longTurns
    // Settling takes long turns too; reading the dates of the new plan comes behind them.
    for (let left = 100; left > 0 && longTurns === readAt; left--) await setTimeout(10)
    await setTimeout(50)
    expect(await isReady(ctx)).toBe(true)
    expect((await listOperationRows(ctx, {})).rows.every(({ scheduledStartDate }) => scheduledStartDate !== null)).toBe(
      true,
    )

    expect(holdsPlanBook(app, ctx.tenantId)).toBe(true)
    expect(dropIdleBooks(app, 60_000)).toBe(0)
    await setTimeout(5)
    expect(dropIdleBooks(app, 1)).toBeGreaterThan(0)
    const { rows } = await listOperationRows(ctx, { limit: 1 })
    dropIdleBooks(app, -1)
    const [first] = rows
    await changeOperation(ctx, {
      projectId: first?.projectId ?? '',
      operationId: first?.operationId ?? '',
      input: { durationHours: 9 },
    })
    await setTimeout(50)
    expect(holdsPlanBook(app, ctx.tenantId)).toBe(false)
  } finally {
    await Promise.all([job.close(), runner.close()])
  }
})
