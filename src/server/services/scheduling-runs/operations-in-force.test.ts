import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { wholeSchedule } from '#testing/whole-schedule.ts'
import { writtenPlan } from '#testing/written-plan.ts'
import { type AppServices, newServices, type TenantContext } from '../../context.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { revertRun } from '../changes/revert-run.ts'
import { listOperationRows } from '../operation-lists/list-operation-rows.ts'
import { listOperations } from '../operations/read-operations.ts'
import { changeOperation, moveOperations } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { getPlacement } from '../schedule/get-placement.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import type { PlanRow } from '../scheduling/plan-rows.ts'
import { claimRun } from './claim-run.ts'
import { commitPlan } from './commit-plan.ts'
import { listRunChanges } from './list-run-changes.ts'
import { startRun } from './start-run.ts'

const startMs = Date.parse('2026-12-01T08:00:00Z')
let database: TestDatabase
let app: AppServices
let ctx: TenantContext

beforeAll(async () => {
  database = await openTestDatabase()
  app = newServices({ db: database.db, now: () => new Date('2026-11-18T16:24:00Z') })
})
afterAll(() => database.close())
beforeEach(async () => {
  ctx = await runTestShop(app, { projects: 60, operations: 20 })
})

const reading = <T>(work: Parameters<AppServices['db']['withTenant']>[1]) => app.db.withTenant(ctx, work) as Promise<T>
const planned = () =>
  reading<number>(async (tx) => {
    const { rows } = await tx.execute<{ n: number }>(
      sql`select count(scheduled_start_date)::int as n from ${operationsInForce(ctx.tenantId)}`,
    )
    return rows[0]?.n ?? -1
  })

/** Another person than the one who created the shop. Changes by a plan carry the name of the person who started its run. */
const colleague = () => seedContext(app, ctx.tenantId, randomUUID(), 'Robin Runner')

/** A server that has read nothing of the organization yet. */
const newProcess = () => seedContext({ ...app, db: { ...database.db, close: () => database.db.close() } }, ctx.tenantId)

/** Everything a planner can see of the plan. */
const seen = async () => {
  const { snapshot } = await loadShop(ctx, startMs)
  const [first] = snapshot.projects
  const projectId = first?.projectId ?? ''
  const operationId = first?.operations[3]?.operationId ?? ''
  // The start of a run raises the change number.
  const { change: _, ...schedule } = await wholeSchedule(ctx)
  return {
    snapshot,
    schedule,
    projects: await listProjects(ctx),
    operations: await listOperations(ctx, { projectId }),
    placement: await getPlacement(ctx, { operationId }),
    list: await listOperationRows(newProcess(), { groupBy: 'project', limit: 30 }),
  }
}

/** A run whose plan gives every operation another hour, and the function that puts the plan in force. */
const another = async () => {
  const shop = await loadShop(ctx, startMs)
  const { snapshot } = shop
  const { runId } = await startRun(colleague(), { projectId: null })
  const claim = await claimRun(app, 'me')
  if (claim?.runId !== runId) throw new Error('Nothing to claim')
  const rows = snapshot.projects
    .flatMap(({ operations }) => operations)
    .map(({ operationId: o }, index): PlanRow => {
      const s = startMs + index * hourMs
      return {
        o,
        s,
        e: s + hourMs,
        p: { factors: [{ code: 'now', at: s, binding: true }], unplaced: null, warnings: [] },
      }
    })
  const moved = await writtenPlan(colleague(), runId, rows)
  const takeOver = () => commitPlan(colleague(), claim, shop, { changedOperations: moved })
  return { runId, moved, projectId: snapshot.projects[0]?.projectId ?? '', rows, takeOver }
}

describe('the plan of a run', () => {
  it('is invisible until it is put in force, and then visible as a whole to everybody', async () => {
    const before = await seen()
    const { moved, takeOver } = await another()
    expect(moved).toBe(1_200)
    expect(await seen()).toEqual(before)
    let over = false
    const during: number[] = []
    const taking = takeOver().finally(() => {
      over = true
    })
    while (!over) during.push(await planned())
    expect(await taking).toBe('committed')
    expect([0, 1_200]).toEqual(expect.arrayContaining([...new Set(during)]))
    expect(await planned()).toBe(1_200)
    const after = await seen()
    expect(after.operations.every(({ version, modifiedBy }) => version === 2 && modifiedBy === 'Robin Runner')).toBe(
      true,
    )
    expect(after.list.rows[0]).toMatchObject({ version: 2, pinned: false, scheduledStartDate: expect.any(String) })
    expect(after.placement.placement?.factors).toMatchObject([{ code: 'now' }])
  })

  it('makes edits based on the earlier plan stale, and later edits change the new plan', async () => {
    const { runId, projectId, takeOver } = await another()
    await takeOver()
    const [operation] = await listOperations(ctx, { projectId })
    const operationId = operation?.operationId ?? ''
    const scheduledStartDate = '2027-01-04T15:00:00.000Z'
    const move = { operationId, scheduledStartDate, scheduledEndDate: '2027-01-04T17:00:00.000Z', pinned: true }
    const call = (expectedVersion: number) => moveOperations(ctx, { moves: [{ ...move, expectedVersion }] })
    await expect(call(1)).rejects.toMatchObject({ code: 'stale' })
    const [edited] = await call(2)
    expect(edited).toMatchObject({ scheduledStartDate, version: 3, placement: { factors: [{ code: 'pinned' }] } })
    // The forecast is computed after the operation is stored.
    const listed = async () => ({ ...(await listOperations(ctx, { projectId }))[0], outlook: null })
    expect(await listed()).toEqual({ ...edited, outlook: null })
    // The list of changes of the run stays the same.
    const change = (await listRunChanges(ctx, { runId })).find((one) => one.operationId === operationId)
    expect(change).toMatchObject({ startBefore: null, startAfter: operation?.scheduledStartDate })
    const renamed = await changeOperation(ctx, {
      projectId,
      operationId,
      input: { name: 'Anneal' },
      expectedVersion: 3,
    })
    expect(renamed).toMatchObject({ version: 4, scheduledStartDate })
    expect(await listed()).toEqual({ ...renamed, outlook: null })
    expect(await revertRun(colleague(), { runId })).toMatchObject({ reverted: 1_199, left: 1 })
    expect((await listOperations(ctx, { projectId })).map(({ version }) => version).sort()).toEqual([
      ...Array(19).fill(3),
      4,
    ])
  })

  it('does not change the earlier plan, with which it is compared', async () => {
    const first = await another()
    await first.takeOver()
    const [a, b] = first.rows
    if (!a || !b) throw new Error('No rows')
    const second = await another()
    await writtenPlan(colleague(), second.runId, [{ ...a, s: startMs - hourMs, e: startMs }, b])
    await second.takeOver()
    expect(await planned()).toBe(1_200)
    expect(await listRunChanges(ctx, second)).toMatchObject([
      { operationId: a.o, startBefore: new Date(startMs).toISOString() },
    ])
    expect(await listRunChanges(ctx, first)).toHaveLength(1_200)
    // Reverting the older run moves only operations that the newer one has not moved.
    expect(await revertRun(ctx, first)).toMatchObject({ reverted: 1_199, left: 1 })
    expect(await planned()).toBe(1)
  })
})
