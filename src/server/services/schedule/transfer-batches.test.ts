import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import { type TenantContext, withServices } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { bulkChangeOperations } from '../bulk-operations/bulk-change-operations.ts'
import { createCategory } from '../categories/write-categories.ts'
import { readFloorQueue } from '../floor/read-floor-queue.ts'
import { listOperations } from '../operations/read-operations.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { readScheduleRows } from './schedule-columns.ts'

const nowMs = Date.parse('2026-11-23T08:00:00Z')
let database: TestDatabase
let ctx: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
  const made = await createTestTenant(database.db)
  ctx = withServices(made, { now: () => new Date(nowMs) })
})
afterAll(() => database.close())

const asRequest = (): TenantContext => withFacts(ctx, { requestId: randomUUID() })
const newCenter = async (name: string) =>
  (await createCategory(asRequest(), { input: { name: `${name} ${randomUUID().slice(0, 8)}` } })).categoryId

/** Ten hours of cutting ten pieces, which go on by two, and ten hours of welding after it. */
const newPair = async () => {
  const [saw, bench] = [await newCenter('Saw'), await newCenter('Bench')]
  const { projectId } = await buildProject(asRequest())
  const cut = await buildOperation(asRequest(), projectId, {
    name: 'Cut',
    categoryId: saw,
    hoursPerPiece: 1,
    quantity: 10,
    transferBatch: 2,
  })
  const weld = await buildOperation(asRequest(), projectId, {
    name: 'Weld',
    categoryId: bench,
    durationHours: 10,
    dependencies: [cut.operationId],
  })
  const change = ({ operationId }: { operationId: string }, input: Parameters<typeof changeOperation>[1]['input']) =>
    changeOperation(asRequest(), { projectId, operationId, input })
  return { projectId, bench, cut, weld, change }
}
type Pair = Awaited<ReturnType<typeof newPair>>

const overlapsOf = async ({ projectId }: Pair) => {
  const { snapshot } = await loadShop(ctx, nowMs)
  const rows = await readTenant(ctx, (tx) => readScheduleRows(ctx, tx, [projectId]))
  const own = snapshot.projects.find((project) => project.projectId === projectId)
  return {
    engine: own?.operations
      .flatMap(({ dependencies }) => dependencies)
      .map(({ overlapPercent }) => overlapPercent ?? 0),
    browser: rows.get(projectId)?.links.overlapPercent,
  }
}

describe('a transfer batch', () => {
  it('is an overlap for the engine and for the browser, until the link names its own', async () => {
    const pair = await newPair()
    expect(await overlapsOf(pair)).toEqual({ engine: [20], browser: [20] })
    await pair.change(pair.weld, { dependencyOverlapPercent: { [pair.cut.operationId]: 70 } })
    expect(await overlapsOf(pair)).toEqual({ engine: [70], browser: [70] })
    await pair.change(pair.weld, { dependencyOverlapPercent: { [pair.cut.operationId]: null } })
    await pair.change(pair.cut, { quantity: 4 })
    expect(await overlapsOf(pair)).toEqual({ engine: [50], browser: [50] })
    await pair.change(pair.cut, { transferBatch: null })
    expect(await overlapsOf(pair)).toEqual({ engine: [0], browser: [0] })
  })

  it('lets the next operation take the next free time after two of ten hours', async () => {
    const pair = await newPair()
    await pair.change(pair.cut, {
      scheduledStartDate: '2026-11-24T00:00:00.000Z',
      scheduledEndDate: '2026-11-24T10:00:00.000Z',
    })
    const target = { operations: [{ operationId: pair.weld.operationId }] }
    const done = await bulkChangeOperations(asRequest(), { target, action: { kind: 'nextFreeSlot' } })
    expect(done).toMatchObject({ changed: 1, failures: [] })
    const found = await listOperations(ctx, { projectId: pair.projectId })
    expect(found.find(({ name }) => name === 'Weld')).toMatchObject({
      scheduledStartDate: '2026-11-24T02:00:00.000Z',
      scheduledEndDate: '2026-11-24T12:00:00.000Z',
    })
  })

  it('keeps the next operation waiting on the shop floor until the first batch is done', async () => {
    const pair = await newPair()
    const waitsFor = async () => {
      const { workCenters } = await readFloorQueue(ctx, { categoryIds: [pair.bench], signedInAt: null })
      return workCenters[0]?.operations.find(({ name }) => name === 'Weld')?.waitsFor
    }
    await pair.change(pair.cut, { progressPercentage: 19 })
    expect(await waitsFor()).toEqual(['Cut'])
    await pair.change(pair.cut, { progressPercentage: 20 })
    expect(await waitsFor()).toEqual([])
  })

  it('is refused without a quantity, and goes with the quantity when other hours replace it', async () => {
    const { cut, weld, change } = await newPair()
    await expect(change(weld, { transferBatch: 2 })).rejects.toThrow('A transfer batch needs a quantity.')
    expect(await change(cut, { durationHours: 3 })).toMatchObject({ quantity: null, transferBatch: null })
  })
})
