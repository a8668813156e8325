import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OperationInput } from '#contract/operations.ts'
import type { ProjectInput } from '#contract/projects.ts'
import { projectPhases, unscheduledPhases } from '#contract/vocabulary.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { daysFrom } from '#testing/test-days.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import type { TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { listProjectHistory } from '../history/read-history.ts'
import { getProject } from '../projects/read-projects.ts'
import { changeProject, createProject, deleteProject } from '../projects/write-projects.ts'
import { batchOperations, getOperation, listOperations } from './read-operations.ts'
import { removeOperation } from './remove-operation.ts'
import {
  addOperations,
  changeOperation,
  createOperation,
  moveOperations,
  reorderOperations,
  reportProgress,
} from './write-operations.ts'

let database: TestDatabase
let ctx: TenantContext
let projectId: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ctx = await createTestTenant(database.db)
  projectId = (await createProject(ctx, { input: {} })).projectId
})

const create = (input: OperationInput = {}) => createOperation(ctx, { projectId, input })
const put = (operationId: string, input: OperationInput, expectedVersion: number | null = null) =>
  changeOperation(ctx, { projectId, operationId, input, expectedVersion })
const planVersion = async () =>
  (await ctx.app.db.withTenant(ctx, (tx) => tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))))[0]
    ?.planVersion
const chain = async () => {
  const a = await create({ name: 'Cut' })
  const b = await create({ name: 'Weld', dependsOnOperationId: a.operationId })
  const c = await create({ name: 'Paint', dependencies: [b.operationId], dependencyLagHours: { [b.operationId]: 4 } })
  return { a, b, c }
}

describe('creating operations', () => {
  it('fills in missing values and appends the operation to the project', async () => {
    expect(await create()).toMatchObject({ name: 'Unnamed Operation', sequence: 10, status: 'Pending', version: 1 })
    expect(await create({ name: 'Bend', durationHours: 2.5 })).toMatchObject({ sequence: 20, durationHours: 2.5 })
    expect(await create({ sequence: 500 })).toMatchObject({ sequence: 500 })
    expect(await create()).toMatchObject({ sequence: 510 })
    expect((await listOperations(ctx, { projectId })).map(({ sequence }) => sequence)).toEqual([10, 20, 500, 510])
  })

  it('returns the same operation as reading it afterwards', async () => {
    const { c } = await chain()
    // The forecast is computed after the operation was created.
    const details = await getOperation(ctx, { projectId, operationId: c.operationId })
    const { outlook, actualHours, actualIncludesWaiting, ...found } = details
    expect({ ...found, outlook: null }).toEqual(c)
    expect({ actualHours, actualIncludesWaiting }).toEqual({ actualHours: null, actualIncludesWaiting: false })
    expect(outlook).toMatchObject({ state: 'unscheduled', forecastEndDate: null })
    expect(c.dependencyLagHours).toEqual({ [c.dependsOnOperationId ?? '']: 4 })
  })

  it('keeps the unit of a lag until another one is sent', async () => {
    const { b, c } = await chain()
    const dried = await put(c.operationId, { dependencyLagUnits: { [b.operationId]: 'calendar' } })
    expect(dried.dependencyLagUnits).toEqual({ [b.operationId]: 'calendar' })
    const longer = await put(c.operationId, { dependencyLagHours: { [b.operationId]: 24 } })
    expect(longer).toMatchObject({ dependencyLagHours: { [b.operationId]: 24 }, version: 3 })
    expect(longer.dependencyLagUnits).toEqual({ [b.operationId]: 'calendar' })
    const worked = await put(c.operationId, { dependencyLagUnits: { [b.operationId]: 'working' } })
    expect(worked.dependencyLagUnits).toEqual({})
  })

  it('keeps the longest lag until it is removed, and refuses one that is shorter than the lag', async () => {
    const { b, c } = await chain()
    const limit = (hours: number | null) => put(c.operationId, { dependencyMaxLagHours: { [b.operationId]: hours } })
    await expect(limit(3)).rejects.toMatchObject({ problems: [{ path: 'dependencyMaxLagHours' }] })
    expect((await limit(8)).dependencyMaxLagHours).toEqual({ [b.operationId]: 8 })
    expect((await put(c.operationId, { name: 'Topcoat' })).dependencyMaxLagHours).toEqual({ [b.operationId]: 8 })
    expect((await limit(null)).dependencyMaxLagHours).toEqual({})
  })

  it('keeps an overlap until it is removed, and refuses a share that is not between 1 and 99 percent', async () => {
    const { b, c } = await chain()
    const overlap = (percent: number | null) =>
      put(c.operationId, { dependencyOverlapPercent: { [b.operationId]: percent } })
    await expect(put(c.operationId, { dependencyOverlapPercent: { [randomUUID()]: 40 } })).rejects.toMatchObject({
      code: 'validation',
    })
    expect(OperationInput.safeParse({ dependencyOverlapPercent: { [b.operationId]: 100 } }).success).toBe(false)
    expect((await overlap(40)).dependencyOverlapPercent).toEqual({ [b.operationId]: 40 })
    expect((await put(c.operationId, { name: 'Topcoat' })).dependencyOverlapPercent).toEqual({ [b.operationId]: 40 })
    expect((await overlap(null)).dependencyOverlapPercent).toEqual({})
  })

  it('refuses an unknown work center, predecessor or project, and changes nothing', async () => {
    const other = (await createProject(ctx, { input: {} })).projectId
    const elsewhere = await createOperation(ctx, { projectId: other, input: {} })
    await expect(create({ categoryId: randomUUID() })).rejects.toMatchObject({ code: 'validation' })
    await expect(create({ dependencies: [elsewhere.operationId] })).rejects.toMatchObject({ code: 'validation' })
    await expect(createOperation(ctx, { projectId: randomUUID(), input: {} })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(put(elsewhere.operationId, { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
    const taken = addOperations(ctx, { projectId, edits: [{ operationId: elsewhere.operationId, input: {} }] })
    await expect(taken).rejects.toMatchObject({ code: 'not_found' })
    expect(await listOperations(ctx, { projectId })).toEqual([])
  })
})

describe('changing dependencies', () => {
  it('refuses a cycle and names its operations', async () => {
    const { a, c } = await chain()
    await expect(put(a.operationId, { dependsOnOperationId: c.operationId })).rejects.toMatchObject({
      code: 'cycle',
      message: 'These operations wait for each other: Cut -> Paint -> Weld -> Cut',
    })
    await expect(put(a.operationId, { dependsOnOperationId: a.operationId })).rejects.toMatchObject({
      message: 'These operations wait for each other: Cut -> Cut',
    })
    expect((await getOperation(ctx, { projectId, operationId: a.operationId })).dependencies).toEqual([])
  })

  it('adds several operations and dependencies together, all or none', async () => {
    const { a, c } = await chain()
    const fresh = randomUUID()
    const [added, linked] = await addOperations(ctx, {
      projectId,
      edits: [
        { operationId: fresh, input: { name: 'Pack', dependsOnOperationId: c.operationId } },
        { operationId: c.operationId, input: { dependsOnOperationId: a.operationId } },
      ],
    })
    expect(added).toMatchObject({ operationId: fresh, name: 'Pack', sequence: 40, dependencies: [c.operationId] })
    expect(linked).toMatchObject({ version: 2, dependencies: [...c.dependencies, a.operationId] })
    const ring = addOperations(ctx, {
      projectId,
      edits: [
        { operationId: randomUUID(), input: { name: 'Never' } },
        { operationId: a.operationId, input: { dependsOnOperationId: fresh } },
      ],
    })
    await expect(ring).rejects.toMatchObject({ code: 'cycle' })
    expect(await listOperations(ctx, { projectId })).toHaveLength(4)
  })

  it('removes an operation with its links, and gives the operations that waited for it a new version', async () => {
    const { b, c } = await chain()
    await removeOperation(ctx, { projectId, operationId: b.operationId })
    expect(await getOperation(ctx, { projectId, operationId: c.operationId })).toMatchObject({
      dependencies: [],
      dependencyLagHours: {},
      version: 2,
    })
    const entries = (await listProjectHistory(ctx, { projectId })).filter(({ entity }) => entity === 'operation')
    expect(
      entries
        .slice(0, 2)
        .map(({ action }) => action)
        .sort(),
    ).toEqual(['delete', 'update'])
    await expect(removeOperation(ctx, { projectId, operationId: b.operationId })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('changing an operation', () => {
  it('pins an operation that is given dates without `pinned`, and stores that as the reason', async () => {
    const { operationId } = await create()
    const dates = { scheduledStartDate: '2026-11-23T13:00:00.000Z', scheduledEndDate: '2026-11-24T13:00:00.000Z' }
    expect(await put(operationId, dates)).toMatchObject({
      ...dates,
      startDate: dates.scheduledStartDate,
      pinned: true,
      placement: { factors: [{ code: 'pinned', at: Date.parse(dates.scheduledStartDate), binding: true }] },
    })
    expect(await put(operationId, { pinned: false })).toMatchObject({ pinned: false })
    expect(await put(operationId, { ...dates, pinned: false })).toMatchObject({ pinned: false })
  })

  it('derives the status and the actual end from the progress', async () => {
    const { operationId } = await create({ durationHours: 8 })
    const actualStartDate = `${daysFrom(new Date(), -2)}T13:00:00.000Z`
    const started = await put(operationId, { progressPercentage: 25, actualStartDate })
    expect(started).toMatchObject({ status: 'In Progress', actualStartDate })
    const done = await put(operationId, { progressPercentage: 100 }, started.version)
    expect(done).toMatchObject({ status: 'Completed', actualEndDate: expect.any(String) })
    expect(await getProject(ctx, { projectId })).toMatchObject({
      progressPercentage: 100,
      completedOperationCount: 1,
      hoursLeft: 0,
      projectedCompletionDate: done.actualEndDate,
      projectedFrom: 'schedule',
      currentOperation: null,
    })
  })

  it.each([
    { aheadMs: 3_600_000, percent: 100, differsByMs: -3_600_000 },
    { aheadMs: -3_600_000, percent: 40, differsByMs: 0 },
  ])('a start reported $aheadMs ms ahead is at the latest the time of the report', async (reported) => {
    const { operationId } = await create({ durationHours: 8 })
    const sentMs = ctx.app.now().getTime() + reported.aheadMs
    const input = { progressPercentage: reported.percent, actualStartDate: new Date(sentMs).toISOString() }
    const { actualStartDate } = await reportProgress(ctx, { projectId, operationId, input })
    expect(Math.abs(Date.parse(actualStartDate ?? '') - sentMs - reported.differsByMs)).toBeLessThan(60_000)
  })

  it.each(projectPhases)(
    'a project in the phase %s has a projected completion, and a forecast only while open',
    async (phase) => {
      const plannedShipDate = '2026-12-18T14:00:00.000Z'
      const change = (input: ProjectInput) =>
        changeProject(ctx, { projectId, input, expectedVersion: null, as: 'form' })
      const actualShipDate = phase === 'shipped' ? ctx.app.now().toISOString() : undefined
      await change({ currentPhase: phase, plannedShipDate, actualShipDate })
      const unscheduled = { projectedCompletionDate: plannedShipDate, projectedFrom: 'shipDate' }
      expect(await getProject(ctx, { projectId })).toMatchObject(unscheduled)
      const { operationId } = await create({ durationHours: 4 })
      expect(await getProject(ctx, { projectId })).toMatchObject(unscheduled)
      const scheduledEndDate = '2026-12-11T14:00:00.000Z'
      await put(operationId, { scheduledStartDate: '2026-12-11T10:00:00.000Z', scheduledEndDate })
      const project = await getProject(ctx, { projectId })
      expect(project).toMatchObject({ projectedCompletionDate: scheduledEndDate, projectedFrom: 'schedule' })
      if (unscheduledPhases.includes(phase)) expect(project.forecastCompletionDate).toBeNull()
    },
  )

  it('refuses a stale version', async () => {
    const { operationId } = await create()
    await put(operationId, { notes: 'First' }, 1)
    await expect(put(operationId, { notes: 'Second' }, 1)).rejects.toMatchObject({ code: 'stale', currentVersion: 2 })
  })

  it('raises the plan version for a new duration, but not for new notes or a new name', async () => {
    const { operationId } = await create()
    const before = Number(await planVersion())
    await put(operationId, { notes: 'Call the customer', name: 'Saw' })
    expect(await planVersion()).toBe(before)
    await put(operationId, { durationHours: 3 })
    expect(await planVersion()).toBe(before + 1)
  })

  it('moves several operations together, all or none', async () => {
    const { a, b } = await chain()
    const day = (date: string) => ({
      scheduledStartDate: `${date}T13:00:00.000Z`,
      scheduledEndDate: `${date}T21:00:00.000Z`,
    })
    const moves = [
      { operationId: a.operationId, ...day('2026-11-23'), expectedVersion: 1 },
      { operationId: b.operationId, ...day('2026-11-24'), pinned: false, expectedVersion: 1 },
    ]
    const before = Number(await planVersion())
    expect(await moveOperations(ctx, { moves })).toMatchObject([
      { operationId: a.operationId, ...day('2026-11-23'), pinned: true, version: 2 },
      { operationId: b.operationId, ...day('2026-11-24'), pinned: false, version: 2 },
    ])
    expect(await planVersion()).toBe(before + 1)
    const stale = [{ ...moves[0], ...day('2026-12-01'), expectedVersion: 2 }, moves[1]] as typeof moves
    await expect(moveOperations(ctx, { moves: stale })).rejects.toMatchObject({
      code: 'stale',
      currentVersion: 2,
    })
    expect(await getOperation(ctx, { projectId, operationId: a.operationId })).toMatchObject(day('2026-11-23'))
  })

  it('moves operations of several projects together, and none of them when one cannot be moved', async () => {
    const { a } = await chain()
    const elsewhere = (await createProject(ctx, { input: {} })).projectId
    const saw = await createOperation(ctx, { projectId: elsewhere, input: { name: 'Saw' } })
    const day = (date: string) => ({
      scheduledStartDate: `${date}T13:00:00.000Z`,
      scheduledEndDate: `${date}T21:00:00.000Z`,
    })
    const moves = (date: string, version: number) => [
      { operationId: saw.operationId, ...day(date), expectedVersion: 1 },
      { operationId: a.operationId, ...day(date), expectedVersion: version },
    ]
    const unmoved = { scheduledStartDate: null, version: 1 }
    const read = () =>
      Promise.all([
        getOperation(ctx, { projectId: elsewhere, operationId: saw.operationId }),
        getOperation(ctx, { projectId, operationId: a.operationId }),
      ])
    await expect(moveOperations(ctx, { moves: moves('2026-11-23', 7) })).rejects.toMatchObject({ code: 'stale' })
    const unknown = { operationId: randomUUID(), ...day('2026-11-23') }
    const withUnknown = [...moves('2026-11-23', 1), unknown]
    await expect(moveOperations(ctx, { moves: withUnknown })).rejects.toMatchObject({ status: 404 })
    expect(await read()).toMatchObject([unmoved, unmoved])

    const before = Number(await planVersion())
    expect(await moveOperations(ctx, { moves: moves('2026-11-24', 1) })).toMatchObject([
      { projectId: elsewhere, ...day('2026-11-24'), version: 2 },
      { projectId, ...day('2026-11-24'), version: 2 },
    ])
    expect(await planVersion()).toBe(before + 1)
    expect(await read()).toMatchObject([day('2026-11-24'), day('2026-11-24')])
  })

  it('changes the duration of an operation together with its dates and with the moves of those that follow', async () => {
    const { a, b } = await chain()
    const times = (from: string, to: string) => ({ scheduledStartDate: from, scheduledEndDate: to })
    const longer = { ...times('2026-11-23T13:00:00.000Z', '2026-11-24T17:00:00.000Z'), durationHours: 12 }
    const later = times('2026-11-24T17:00:00.000Z', '2026-11-24T21:00:00.000Z')
    const moves = [
      { operationId: a.operationId, ...longer, pinned: true, expectedVersion: 1 },
      { operationId: b.operationId, ...later, pinned: false, expectedVersion: 1 },
    ]
    expect(await moveOperations(ctx, { moves })).toMatchObject([
      { ...longer, pinned: true, version: 2 },
      { ...later, durationHours: b.durationHours, version: 2 },
    ])
  })

  it('reorders operations only if each is named once and the expected order is current', async () => {
    const { a, b, c } = await chain()
    const order = [c, a, b].map(({ operationId }) => operationId)
    expect((await reorderOperations(ctx, { projectId, operationIds: order })).map(({ name }) => name)).toEqual([
      'Paint',
      'Cut',
      'Weld',
    ])
    for (const wrong of [order.slice(1), [...order, randomUUID()], [c, a, a].map(({ operationId }) => operationId)]) {
      const refused = reorderOperations(ctx, { projectId, operationIds: wrong })
      await expect(refused).rejects.toMatchObject({ code: 'validation' })
    }
    const again = [b, c, a].map(({ operationId }) => operationId)
    const seen = (expectedOperationIds: string[]) =>
      reorderOperations(ctx, { projectId, operationIds: again, expectedOperationIds })
    for (const old of [[a, b, c].map(({ operationId }) => operationId), order.slice(1)]) {
      await expect(seen(old)).rejects.toMatchObject({ code: 'stale' })
    }
    // Other changes of the operations do not change their order.
    await changeOperation(ctx, {
      projectId,
      operationId: a.operationId,
      input: { notes: 'Steel' },
      expectedVersion: null,
    })
    expect((await seen(order)).map(({ name }) => name)).toEqual(['Weld', 'Paint', 'Cut'])
  })
})

describe('the project of the operations', () => {
  it('shows the sums over its operations', async () => {
    const [category] = await ctx.app.db.withTenant(ctx, (tx) =>
      tx
        .insert(categories)
        .values({ tenantId: ctx.tenantId, categoryId: randomUUID(), name: 'Saws', color: '#3498db' })
        .returning(),
    )
    const first = await create({
      name: 'Cut',
      durationHours: 30,
      progressPercentage: 50,
      categoryId: category?.categoryId,
    })
    await create({ name: 'Weld', durationHours: 10, onHold: true })
    await put(first.operationId, {
      scheduledStartDate: '2026-11-23T13:00:00.000Z',
      scheduledEndDate: '2026-11-27T13:00:00.000Z',
    })
    expect(await getProject(ctx, { projectId })).toMatchObject({
      operationCount: 2,
      heldOperationCount: 1,
      hoursPlanned: 40,
      hoursLeft: 25,
      progressPercentage: 37.5,
      projectedCompletionDate: '2026-11-27T13:00:00.000Z',
      currentOperation: {
        operationId: first.operationId,
        name: 'Cut',
        categoryId: category?.categoryId,
        running: true,
      },
    })
  })

  it('is deleted together with its operations, and history keeps them', async () => {
    await chain()
    await deleteProject(ctx, { projectId })
    await expect(listOperations(ctx, { projectId })).rejects.toMatchObject({ code: 'not_found' })
    const deleted = (await listProjectHistory(ctx, { projectId })).filter(({ action }) => action === 'delete')
    expect(deleted.map(({ entity }) => entity).sort()).toEqual(['operation', 'operation', 'operation', 'project'])
  })
})

describe('reading the operations of several projects', () => {
  it('omits unknown ids, and refuses a request without any valid id', async () => {
    await create({ name: 'Cut' })
    const empty = (await createProject(ctx, { input: {} })).projectId
    const asked = [randomUUID(), empty, projectId.toUpperCase(), projectId, 'nonsense']
    const answer = await batchOperations(ctx, { projectIds: asked })
    expect(answer.map((one) => [one.projectId, one.projectOperations.length])).toEqual([
      [empty, 0],
      [projectId, 1],
    ])
    await expect(
      batchOperations(ctx, { projectIds: ['nonsense', '00000000-0000-0000-0000-000000000000'] }),
    ).rejects.toMatchObject({ code: 'bad_request', message: 'No valid project IDs provided for batch request' })
  })
})
