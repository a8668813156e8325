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
const patient = { timeout: 40_000, interval: 5 }
let database: TestDatabase
let app: AppServices
let longTurns = 0
/** Organisations that the job has looked into; `long` where it read their plan. */
const ahead: { tenantId: string; long: boolean }[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const counted: typeof db.readTenant = (ctx, work, turn) => {
    const long = turn === 'long'
    if (long) longTurns++
    if ('requestId' in ctx && ctx.requestId === 'books') ahead.push({ tenantId: ctx.tenantId, long })
    return db.readTenant(ctx, work, turn)
  }
  app = { db: { ...db, readTenant: counted }, now: () => new Date('2026-11-18T16:24:00Z') }
})
afterAll(() => database.close())

/** True when opening the book now reads neither everything nor all dates. */
const isReady = async (ctx: TenantContext): Promise<boolean> => {
  const before = longTurns
  await openPlanBook(ctx)
  return longTurns === before
}

it('has read what changed before anybody asks', async () => {
  const ctx = await runTestShop(app)
  const [job, runner] = [warmPlanBooks(app, quiet, 5), startRunner(app, quiet)]
  await listOperationRows(ctx, {})
  ahead.length = 0
  const { runId } = await startRun(ctx, { projectId: null })
  await runUntil(ctx, runId)
  await expect.poll(() => ahead, patient).toContainEqual({ tenantId: ctx.tenantId, long: true })
  // Closing waits for the reading that has begun.
  await Promise.all([job.close(), runner.close()])
  expect(await isReady(ctx)).toBe(true)
  const { rows } = await listOperationRows(ctx, {})
  expect(rows.every(({ scheduledStartDate }) => scheduledStartDate !== null)).toBe(true)
})

it('drops what nobody asks for, and reads that no more', async () => {
  const [left, used] = [await runTestShop(app), await runTestShop(app)]
  const job = warmPlanBooks(app, quiet, 5)
  const change = async (ctx: TenantContext) => {
    const { operationId = '', projectId = '' } = operationOf.get(ctx) ?? {}
    await changeOperation(ctx, { projectId, operationId, input: { durationHours: 9 } })
  }
  const firstOf = async (ctx: TenantContext) => (await listOperationRows(ctx, { limit: 1 })).rows[0]
  const operationOf = new Map([[left, await firstOf(left)] as const, [used, await firstOf(used)] as const])
  expect(holdsPlanBook(app, left.tenantId)).toBe(true)
  expect(dropIdleBooks(app, 60_000)).toBe(0)
  await expect.poll(() => dropIdleBooks(app, 1), patient).toBeGreaterThan(0)
  dropIdleBooks(app, -1)
  await firstOf(used)
  ahead.length = 0
  await change(left)
  await change(used)
  // Heard of later, looked into later: by now the other one would have been.
  await expect.poll(() => ahead.map(({ tenantId }) => tenantId), patient).toContain(used.tenantId)
  await job.close()
  expect(ahead.map(({ tenantId }) => tenantId)).not.toContain(left.tenantId)
  expect(holdsPlanBook(app, left.tenantId)).toBe(false)
})
