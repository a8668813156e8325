import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkAction, BulkAnswer, BulkTarget } from '#contract/bulk-operations.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildChain, buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { listOperationRows } from '../operation-lists/list-operation-rows.ts'

let server: TestServer
let tenant: TestTenant
let as: CallAs
let ctx: TenantContext
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set('2026-11-18T09:00:00Z')
  tenant = await server.newTenant({ timeZone: 'UTC' })
  as = server.as(tenant.planner)
  ctx = await server.contextOf(tenant.planner)
})

const bulk = async (target: BulkTarget | readonly Operation[], action: BulkAction): Promise<BulkAnswer> => {
  const operations = 'length' in target ? { operations: target.map(({ operationId }) => ({ operationId })) } : target
  const { status, body } = await as.post('/operations/bulk', { target: operations, action })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const path = ({ projectId, operationId }: Operation) =>
  `/project-operations/projects/${projectId}/operations/${operationId}`
const read = async (of: Operation): Promise<Operation> => (await as.get(path(of))).body
const put = async (of: Operation, input: OperationInput): Promise<Operation> => (await as.put(path(of), input)).body
const day = (date: string, from = '08', to = '16') => ({
  scheduledStartDate: `2026-11-${date}T${from}:00:00.000Z`,
  scheduledEndDate: `2026-11-${date}T${to}:00:00.000Z`,
})

describe('a bulk change of operations', () => {
  it('changes the rows it can, gives a reason for every other row, and is undone as one change', async () => {
    const { projectId } = await buildProject(ctx, { projectName: 'A', projectNumber: 'A-1' })
    const closed = await buildProject(ctx, { projectName: 'B', projectNumber: 'B-1' })
    const [cut, weld, paint] = (await buildChain(ctx, projectId, ['Cut', 'Weld', 'Paint'])) as [
      Operation,
      Operation,
      Operation,
    ]
    const elsewhere = await buildOperation(ctx, closed.projectId, { name: 'Pack' })
    const before = await put(cut, { ...day('16'), pinned: false })
    await put(weld, { progressPercentage: 100 })
    await as.put(`/projects/${closed.projectId}`, { currentPhase: 'on_hold' })
    const gone = { operationId: '7d9d8a52-9a4f-4f6e-8a39-6d4b5f7f1a11' }
    const answer = await bulk(
      {
        operations: [
          { operationId: cut.operationId, expectedVersion: before.version },
          { operationId: weld.operationId },
          { operationId: paint.operationId, expectedVersion: 7 },
          { operationId: elsewhere.operationId },
          gone,
        ],
      },
      { kind: 'rescheduleTo', date: '2026-11-20' },
    )
    const { failures, ...rest } = answer
    expect(rest).toMatchObject({
      changed: 1,
      unchanged: 0,
      versions: [{ id: cut.operationId, version: before.version + 1 }],
    })
    expect(failures.map(({ name, projectNumber, code }) => [name, projectNumber, code])).toEqual([
      ['Paint', 'A-1', 'changed'],
      ['', '', 'notFound'],
      ['Weld', 'A-1', 'completed'],
      ['Pack', 'B-1', 'projectClosed'],
    ])
    expect(await read(cut)).toMatchObject({ ...day('20', '00', '08'), pinned: true, version: before.version + 1 })

    const entries: { source: string; entityId: string; requestId?: string }[] = (
      await as.get(`/projects/${projectId}/history`)
    ).body
    expect(entries[0]).toMatchObject({ source: 'bulk', entityId: cut.operationId })
    const undone = await as.post(`/changes/${answer.changeId}/undo`)
    expect(undone.status, undone.text).toBe(200)
    expect(await read(cut)).toMatchObject({ ...day('16'), pinned: false })
  })

  it('moves the projects of the operations to a phase by the rules of the board, reports refusals, and can be undone', async () => {
    const [ready, shipped] = [
      await buildProject(ctx, { projectName: 'A', currentPhase: 'engineering' }),
      await buildProject(ctx, { projectName: 'B' }),
    ]
    const [a, b] = (await buildChain(ctx, ready.projectId, ['A', 'B'])) as [Operation, Operation]
    const c = await buildOperation(ctx, shipped.projectId, { name: 'C' })
    const phaseOf = async ({ projectId }: Operation) => (await as.get(`/projects/${projectId}`)).body.currentPhase
    await as.put(`/projects/${shipped.projectId}`, { currentPhase: 'shipped', actualShipDate: '2026-11-17' })
    const answer = await bulk([a, b, c], { kind: 'phase', phase: 'production' })
    expect(answer).toMatchObject({ changed: 1, unchanged: 0, versions: [{ id: ready.projectId }] })
    expect(answer.failures).toEqual([
      expect.objectContaining({ name: 'C', code: 'rule', reason: 'Invalid move - this transition is not allowed' }),
    ])
    expect([await phaseOf(a), await phaseOf(c)]).toEqual(['production', 'shipped'])
    expect((await as.post(`/changes/${answer.changeId}/undo`)).status).toBe(200)
    expect(await phaseOf(a)).toBe('engineering')
    const undated = await bulk([a, b], { kind: 'phase', phase: 'shipped' })
    expect(undated.failures.map(({ reason }) => reason)).toEqual(Array(2).fill('Actual Ship Date is required'))
    const dated = { kind: 'phase', phase: 'shipped', actualShipDate: '2026-11-18T08:00:00.000Z' } as const
    expect(await bulk([a, b], dated)).toMatchObject({ changed: 1, failures: [] })
    expect((await as.get(`/projects/${ready.projectId}`)).body.actualShipDate).toBe(dated.actualShipDate)
  })

  it('sets hold, progress, notes and durations, and counts rows that already have the value without writing them', async () => {
    const { projectId } = await buildProject(ctx, { projectName: 'A' })
    const [a, b] = (await buildChain(ctx, projectId, ['A', 'B'])) as [Operation, Operation]
    await put(b, { onHold: true, notes: 'Steel' })
    expect(await bulk([a, b], { kind: 'hold' })).toMatchObject({ changed: 1, unchanged: 1, failures: [] })
    expect(await bulk([a, b], { kind: 'release' })).toMatchObject({ changed: 2 })
    expect(await bulk([a, b], { kind: 'release' })).toMatchObject({ changed: 0, unchanged: 2, changeId: null })
    await bulk([a, b], { kind: 'notes', mode: 'append', text: 'Call' })
    expect([(await read(a)).notes, (await read(b)).notes]).toEqual(['Call', 'Steel\nCall'])
    await bulk([b], { kind: 'notes', mode: 'replace', text: '' })
    await bulk([a, b], { kind: 'duration', durationHours: 2.5 })
    expect(await read(b)).toMatchObject({ notes: '', durationHours: 2.5 })
    await bulk([a, b], { kind: 'hoursLeft', hoursLeft: 2 })
    expect(await read(a)).toMatchObject({ durationHours: 2.5, progressPercentage: 20, status: 'In Progress' })
    await bulk([a], { kind: 'hoursLeft', hoursLeft: 4.5 })
    expect(await read(a)).toMatchObject({ durationHours: 5, progressPercentage: 10 })
    await bulk([a, b], { kind: 'progress', progressPercentage: 100 })
    expect(await read(a)).toMatchObject({ status: 'Completed', actualEndDate: '2026-11-18T09:00:00.000Z' })
    expect((await bulk([a], { kind: 'hold' })).failures[0]).toMatchObject({ code: 'completed' })
    expect((await bulk([a], { kind: 'pin', pinned: true })).failures[0]).toMatchObject({ code: 'rule' })
  })

  it('gives operations a pool, and takes it from them; a work center is none', async () => {
    const admin = await server.contextOf(tenant.admin)
    const welders = await buildCategory(admin, { name: 'Welders', kind: 'pool' })
    const saw = await buildCategory(admin, { name: 'Saw' })
    const { projectId } = await buildProject(ctx, { projectName: 'A' })
    const [a, b] = (await buildChain(ctx, projectId, ['A', 'B'])) as [Operation, Operation]
    const found = async (poolId: string): Promise<string[]> => {
      const { rows } = await listOperationRows(ctx, { poolIds: [poolId], offset: 0, limit: 10, sortBy: 'name' })
      return rows.map(({ name, poolName }) => `${name} ${poolName}`)
    }
    expect((await bulk([a, b], { kind: 'pool', poolId: welders.categoryId })).changed).toBe(2)
    expect(await found(welders.categoryId)).toEqual(['A Welders', 'B Welders'])
    expect((await bulk([b], { kind: 'pool', poolId: null })).changed).toBe(1)
    expect(await found(welders.categoryId)).toEqual(['A Welders'])
    expect(await found('none')).toEqual(['B null'])
    const refused = await as.post('/operations/bulk', {
      target: { operations: [{ operationId: a.operationId }] },
      action: { kind: 'pool', poolId: saw.categoryId },
    })
    expect(refused.status).toBe(400)
  })

  it('sets and clears alternatives, keeps hours that are there, and is undone as one change', async () => {
    const admin = await server.contextOf(tenant.admin)
    const build = async (name: string, kind: 'inside' | 'pool' = 'inside') =>
      (await buildCategory(admin, { name, kind })).categoryId
    const [saw, mill, lathe, crew] = [
      await build('Saw'),
      await build('Mill'),
      await build('Lathe'),
      await build('Crew', 'pool'),
    ]
    const { projectId } = await buildProject(ctx, { projectName: 'A' })
    const cut = await buildOperation(ctx, projectId, { name: 'Cut', durationHours: 4, categoryId: saw })
    const face = await buildOperation(ctx, projectId, {
      name: 'Face',
      durationHours: 6,
      categoryId: mill,
      alternatives: [{ categoryId: lathe, durationHours: 9 }],
    })
    const pieces = await buildOperation(ctx, projectId, { name: 'Turn', categoryId: saw, hoursPerPiece: 1 })
    const check = await buildOperation(ctx, projectId, { name: 'Check' })
    const answer = await bulk([cut, face, pieces, check], {
      kind: 'pool',
      poolId: crew,
      alternativeIds: [mill, lathe],
    })
    expect(answer.failures.map(({ name, reason }) => [name, reason]).sort()).toEqual([
      ['Check', 'It has no work center.'],
      ['Turn', 'An operation with setup hours or hours per piece runs at one work center only.'],
    ])
    expect(await read(cut)).toMatchObject({
      poolId: crew,
      alternatives: [
        { categoryId: mill, durationHours: 4 },
        { categoryId: lathe, durationHours: 4 },
      ],
    })
    expect((await read(face)).alternatives).toEqual([{ categoryId: lathe, durationHours: 9 }])
    expect(await bulk([cut], { kind: 'pool', alternativeIds: [] })).toMatchObject({ changed: 1 })
    expect(await read(cut)).toMatchObject({ poolId: crew, alternatives: [] })
    expect((await as.post(`/changes/${answer.changeId}/undo`)).status).toBe(200)
    expect(await read(face)).toMatchObject({ poolId: null, alternatives: [{ categoryId: lathe, durationHours: 9 }] })
    const wrong = { target: { operations: [{ operationId: cut.operationId }] } }
    const refused = await as.post('/operations/bulk', { ...wrong, action: { kind: 'pool', alternativeIds: [crew] } })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Not a work center')])
  })

  it('moves operations by working days, to the next free slot, and to another work center', async () => {
    const saw = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw', capacity: 1 })
    const { projectId } = await buildProject(ctx, { projectName: 'A' })
    const [a, b] = (await buildChain(ctx, projectId, ['A', 'B'])) as [Operation, Operation]
    const other = await buildOperation(ctx, projectId, { name: 'Other', categoryId: saw.categoryId })
    await put(other, day('18', '08', '12'))
    await put(a, day('16'))
    const assigned = await bulk([a, b], { kind: 'workCentre', categoryId: saw.categoryId })
    expect(assigned.changed).toBe(2)
    expect((await bulk([a, b], { kind: 'rescheduleBy', workingDays: 3 })).failures).toMatchObject([
      { code: 'notScheduled' },
    ])
    expect(await read(a)).toMatchObject(day('19'))
    // The saw is busy until noon. A and B take eight hours each, and B follows A.
    expect(await bulk([b, a], { kind: 'nextFreeSlot' })).toMatchObject({ changed: 2, failures: [] })
    expect(await read(a)).toMatchObject(day('18', '12', '20'))
    expect(await read(b)).toMatchObject({
      scheduledStartDate: '2026-11-18T20:00:00.000Z',
      scheduledEndDate: '2026-11-19T04:00:00.000Z',
      pinned: true,
    })
    const refused = await as.post('/operations/bulk', {
      target: { operations: [{ operationId: a.operationId }] },
      action: { kind: 'workCentre', categoryId: projectId },
    })
    expect(refused.status).toBe(400)
  })

  it('changes all operations that match a filter, is refused if their number has changed, and sets priorities of projects', async () => {
    const first = await buildProject(ctx, { projectName: 'A', priority: 40 })
    const second = await buildProject(ctx, { projectName: 'B', priority: 95 })
    const [a] = await buildChain(ctx, first.projectId, ['A', 'B', 'C'])
    await buildOperation(ctx, second.projectId)
    const filter = { projectIds: [first.projectId], statuses: [] }
    const refused = await as.post('/operations/bulk', {
      target: { filter, expectedTotal: 2 },
      action: { kind: 'hold' },
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    const held = await bulk({ filter, except: [a?.operationId ?? ''], expectedTotal: 2 }, { kind: 'hold' })
    expect(held.changed).toBe(2)
    expect((await as.get('/operations?onHold=true')).body.total).toBe(2)
    const urgent = await bulk({ filter: {} }, { kind: 'priority', priority: 95 })
    expect(urgent).toMatchObject({ changed: 1, unchanged: 1, versions: [{ id: first.projectId, version: 2 }] })
    expect((await as.get(`/projects/${first.projectId}`)).body.priority).toBe(95)
    const other = await server.newTenant()
    const foreign = await server.as(other.admin).post('/operations/bulk', {
      target: { operations: [{ operationId: a?.operationId }] },
      action: { kind: 'hold' },
    })
    expect(foreign.body).toMatchObject({ changed: 0, failures: [{ code: 'notFound', name: '', projectNumber: '' }] })
  })
})

describe('saved views', () => {
  const view = {
    screen: 'overdue',
    name: 'Mine',
    search: { tab: 'atRisk', riskDays: 3, columns: ['name'], density: 'compact' },
  }
  it('belong to one person until they are shared, and then an admin may change them too', async () => {
    const admin = server.as(tenant.admin)
    const { body: saved, status } = await as.post('/saved-views', { ...view, isDefault: true })
    expect([status, saved]).toEqual([
      201,
      expect.objectContaining({ ...view, mine: true, isDefault: true, shared: false }),
    ])
    const one = `/saved-views/${saved.viewId}`
    expect((await admin.get('/saved-views')).body).toEqual([])
    expect((await admin.put(one, { name: 'Theirs' })).status).toBe(404)
    expect((await as.post('/saved-views', view)).status).toBe(409)
    expect((await as.put(one, { shared: true }, { 'if-match': '"1"' })).body).toMatchObject({
      shared: true,
      version: 2,
    })
    expect((await as.put(one, { name: 'Stale' }, { 'if-match': '"1"' })).status).toBe(412)
    const seen = (await admin.get('/saved-views?screen=overdue')).body[0]
    expect(seen).toMatchObject({ ownerName: tenant.planner.name, mine: false, isDefault: false, canEdit: true })
    expect((await admin.put(one, { isDefault: true })).body).toMatchObject({ isDefault: true, version: 2 })
    expect((await admin.put(one, { search: { tab: 'overdue' } })).body).toMatchObject({ version: 3 })
    const colleague = server.as(await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] }))
    expect((await colleague.put(one, { name: 'No' })).status).toBe(403)
    expect((await colleague.put(one, { isDefault: true })).status).toBe(200)
    expect((await colleague.call('DELETE', one)).status).toBe(403)
    expect((await as.call('DELETE', one)).status).toBe(204)
    expect((await admin.get('/saved-views')).body).toEqual([])
  })

  it('are refused when the list would not accept their search values', async () => {
    for (const search of [
      { tab: 'nonsense' },
      { riskDays: -1 },
      { categoryIds: ['x'] },
      { deep: { er: 1 } },
      { text: 'x'.repeat(600) },
    ]) {
      expect((await as.post('/saved-views', { ...view, search })).status, JSON.stringify(search)).toBe(400)
    }
  })
})

describe('the preview of a move', () => {
  const preview = (operations: readonly Operation[], action: BulkAction) =>
    as.post('/operations/bulk/preview', {
      target: { operations: operations.map(({ operationId }) => ({ operationId })) },
      action,
    })
  const apply = (operations: readonly Operation[], action: BulkAction, basis: unknown) =>
    as.post('/operations/bulk', {
      target: { operations: operations.map(({ operationId }) => ({ operationId })) },
      action,
      basis,
    })
  /** Another project uses the only saw until the evening of 23 November. Our eight-hour operation is overdue. */
  const buildLateShop = async () => {
    const { categoryId } = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw', capacity: 1 })
    const other = await buildProject(ctx, { projectName: 'Other', plannedShipDate: '2026-11-30T08:00:00Z' })
    const ours = await buildProject(ctx, { projectName: 'Ours', plannedShipDate: '2026-11-15T08:00:00Z' })
    const taken = await buildOperation(ctx, other.projectId, { name: 'Taken', durationHours: 120, categoryId })
    await put(taken, {
      scheduledStartDate: '2026-11-18T08:00:00.000Z',
      scheduledEndDate: '2026-11-23T20:00:00.000Z',
    })
    const late = await buildOperation(ctx, ours.projectId, { name: 'Late', durationHours: 8, categoryId })
    return { ours, taken, late: await put(late, day('17')) }
  }

  it('shows old and new dates and the projects whose forecast moves, and stores nothing', async () => {
    const { ours, late } = await buildLateShop()
    const before = await read(late)
    const historyBefore = (await as.get(`/projects/${ours.projectId}/history`)).body.length
    const { status, body } = await preview([late], { kind: 'nextFreeSlot' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      operations: [
        {
          operationId: late.operationId,
          name: 'Late',
          projectNumber: ours.projectNumber,
          from: { startDate: '2026-11-17T08:00:00.000Z', endDate: '2026-11-17T16:00:00.000Z' },
          to: { startDate: '2026-11-23T20:00:00.000Z', endDate: '2026-11-24T04:00:00.000Z' },
        },
      ],
      projects: [
        {
          projectName: 'Ours',
          before: { forecastCompletionDate: '2026-11-18T17:00:00.000Z', latenessDays: 3 },
          after: { forecastCompletionDate: '2026-11-24T04:00:00.000Z', latenessDays: 9 },
          daysLater: 6,
        },
        // The other project no longer shares the saw, so it ends as planned.
        { projectName: 'Other', daysLater: -1 },
      ],
      unchanged: 0,
      failures: [],
    })
    expect(await read(late)).toEqual(before)
    expect((await as.get(`/projects/${ours.projectId}/history`)).body).toHaveLength(historyBefore)
  })

  it('is applied with exactly the dates it showed, even minutes later', async () => {
    const { taken, late } = await buildLateShop()
    await put(taken, { progressPercentage: 100 })
    const { body } = await preview([late], { kind: 'nextFreeSlot' })
    server.clock.set('2026-11-18T09:07:00Z')
    const applied = await apply([late], { kind: 'nextFreeSlot' }, body.basis)
    expect(applied.body).toMatchObject({ changed: 1, failures: [] })
    const [{ to }] = body.operations
    expect(await read(late)).toMatchObject({ scheduledStartDate: to.startDate, scheduledEndDate: to.endDate })
    expect(to.startDate).toBe('2026-11-18T09:00:00.000Z')
  })

  it('cannot be applied after the plan has changed or after 10 minutes', async () => {
    const { taken, late } = await buildLateShop()
    const first = (await preview([late], { kind: 'nextFreeSlot' })).body.basis
    await put(taken, { scheduledEndDate: '2026-11-25T20:00:00.000Z' })
    expect(await apply([late], { kind: 'nextFreeSlot' }, first)).toMatchObject({
      status: 409,
      body: { error: 'The plan has changed. Refresh the preview.' },
    })
    const second = (await preview([late], { kind: 'nextFreeSlot' })).body.basis
    server.clock.set('2026-11-18T09:11:00Z')
    expect(await apply([late], { kind: 'nextFreeSlot' }, second)).toMatchObject({
      status: 409,
      body: { error: 'This preview is older than 10 minutes. Refresh the preview.' },
    })
    expect(await read(late)).toMatchObject(day('17'))
  })

  it('lists operations that cannot be moved, and is refused for actions that move nothing', async () => {
    const { late } = await buildLateShop()
    await put(late, { onHold: true })
    const { body } = await preview([late], { kind: 'nextFreeSlot' })
    expect(body).toMatchObject({ operations: [], projects: [], failures: [{ name: 'Late', code: 'rule' }] })
    expect((await preview([late], { kind: 'hold' })).status).toBe(400)
  })
})
