import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { getLearnedPaces } from './learned-paces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** A weld that takes longer than estimated, above all at frames, and a saw of which nothing is known. */
const slowWeld = async () => {
  server.clock.set('2026-11-18T15:00:00Z')
  const tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.admin)
  const { categoryId: weld } = await buildCategory(ctx, { name: 'Weld' })
  const { categoryId: saw } = await buildCategory(ctx, { name: 'Saw' })
  await buildFinishedWork(ctx, { name: 'Weld frame 1', categoryId: weld, ratios: ratiosAround(1.6, 20) })
  await buildFinishedWork(ctx, { name: 'Weld cover', categoryId: weld, ratios: ratiosAround(1.1, 20) })
  const { projectId } = await buildProject(ctx)
  const add = (name: string, more = {}) =>
    buildOperation(ctx, projectId, { name, categoryId: weld, durationHours: 10, ...more })
  const frame = await add('Weld frame 7')
  await add('Weld cover')
  const started = await add('Weld frame 8', { actualStartDate: '2026-11-18T14:00:00Z', progressPercentage: 10 })
  return {
    weld,
    saw,
    frame,
    started,
    tenant,
    planner: server.as(tenant.planner),
    path: `/project-operations/projects/${projectId}`,
  }
}

describe('learned paces', () => {
  it('each work center has a pace with its kinds of operation, or is named as unknown', async () => {
    const { planner, weld, saw } = await slowWeld()
    const { body } = await planner.get('/analytics/paces')
    expect(body.unknown).toMatchObject([{ categoryId: saw, name: 'Saw' }])
    const [center] = body.workCenters
    expect(center).toMatchObject({ categoryId: weld, pace: { kind: null, operations: 40, openOperations: 2 } })
    expect(center.pace.ratios).toHaveLength(40)
    expect(center.pace.low).toBeLessThan(center.pace.factor)
    const frames = center.kinds.find(({ kind }: { kind: string }) => kind === 'weld frame')
    expect(frames).toMatchObject({ basis: 'name', operations: 20, openOperations: 1, includesWaiting: false })
    expect(frames.factor).toBeCloseTo(1.6, 1)
  })

  it('hours left that were reported do not hide how wrong an estimate was', async () => {
    const { planner, frame, path } = await slowWeld()
    const accuracy = async () => {
      const { workCenters } = (await planner.get('/analytics/estimates')).body
      const { operations, plannedHours } = workCenters.find(({ name }: { name: string }) => name === 'Weld')
      return { operations, plannedHours }
    }
    const before = await accuracy()
    const operation = `${path}/operations/${frame.operationId}`
    // An estimate of 10 hours, of which 30 are said to be left.
    await planner.put(operation, { durationHours: 30, originalHours: 10 })
    const dates = { actualStartDate: '2026-11-17T09:00:00Z', actualEndDate: '2026-11-18T08:00:00Z' }
    await planner.put(operation, { progressPercentage: 100, ...dates })
    expect(await accuracy()).toEqual({
      operations: before.operations + 1,
      plannedHours: before.plannedHours + 10,
    })
  })

  it('the estimates of open operations are multiplied together, and one undo restores them', async () => {
    const { planner, weld, frame, path } = await slowWeld()
    const query = `basis=name&kind=${encodeURIComponent('weld frame')}&categoryId=${weld}`
    const { body } = await planner.get(`/analytics/paces/operations?${query}`)
    expect(body).toMatchObject({ total: 1, operations: [{ operationId: frame.operationId, durationHours: 10 }] })
    const operations = body.operations.map(({ operationId, version }: { operationId: string; version: number }) => ({
      operationId,
      expectedVersion: version,
    }))
    const bulk = { target: { operations }, action: { kind: 'durationTimes', factor: 1.6 } }
    const { body: answer } = await planner.post('/operations/bulk', bulk)
    expect(answer).toMatchObject({ changed: 1, failures: [] })
    const hours = async () => {
      const { durationHours, originalHours } = (await planner.get(`${path}/operations/${frame.operationId}`)).body
      return [durationHours, originalHours]
    }
    expect(await hours()).toEqual([16, 10])
    // The estimate is multiplied only once, and only by other factors the hours would change.
    const again = await planner.get(`/analytics/paces/operations?${query}&factor=1.6`)
    expect(again.body).toEqual({ total: 0, operations: [] })
    const other = await planner.get(`/analytics/paces/operations?${query}&factor=1.7`)
    expect(other.body).toMatchObject({ total: 1, operations: [{ durationHours: 16, estimateHours: 10 }] })
    await planner.post('/operations/bulk', {
      target: { operations: [{ operationId: frame.operationId }] },
      action: { kind: 'durationTimes', factor: 1.7 },
    })
    expect(await hours()).toEqual([17, 10])
    const set = (await planner.get('/changes')).body
    await planner.post(`/changes/${set[0].changeId}/undo`, {})
    expect(await hours()).toEqual([16, 10])
    await planner.post(`/changes/${answer.changeId}/undo`, {})
    expect(await hours()).toEqual([10, null])
  })

  it('the estimate of started work is not multiplied', async () => {
    const { planner, started } = await slowWeld()
    const { body: answer } = await planner.post('/operations/bulk', {
      target: { operations: [{ operationId: started.operationId }] },
      action: { kind: 'durationTimes', factor: 1.6 },
    })
    expect(answer).toMatchObject({ changed: 0, failures: [{ code: 'rule', reason: 'It has started.' }] })
  })

  it('an organization without finished work has no paces', async () => {
    const tenant = await server.newTenant()
    await getLearnedPaces(await server.contextOf(tenant.planner))
    const { body } = await server.as(tenant.planner).get('/analytics/paces')
    expect(body.workCenters).toEqual([])
  })
})
