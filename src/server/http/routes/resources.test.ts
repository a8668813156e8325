import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let tenant: TestTenant
let admin: CallAs
let planner: CallAs
beforeAll(async () => {
  server = await startServer()
  // These tests use fixed dates.
  server.clock.set('2026-11-18T09:00:00Z')
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant({ timeZone: 'America/New_York' })
  admin = server.as(tenant.admin)
  planner = server.as(tenant.planner)
})

const newProject = async (body: object = {}) => (await planner.post('/projects', body)).body
const operationsPath = (projectId: string) => `/project-operations/projects/${projectId}/operations`

describe('projects', () => {
  it('accept three spellings of field names, and ignore fields that a body may not set', async () => {
    const answer = await planner.post('/projects', {
      ProjectName: 'Press',
      project_number: 'A-7',
      ShipDate: '2026-12-01',
      ModifiedBy: 'Somebody else',
      TenantId: randomUUID(),
      version: 9,
      createdAt: '1999-01-01T00:00:00Z',
      ['__proto__']: { priority: 99 },
      constructor: { priority: 98 },
    })
    expect(answer).toMatchObject({
      status: 201,
      headers: { etag: '"1"' },
      body: {
        projectName: 'Press',
        projectNumber: 'A-7',
        plannedShipDate: '2026-12-01T08:00:00.000Z',
        modifiedBy: tenant.planner.name,
        version: 1,
        priority: 50,
      },
    })
    expect(answer.body.createdAt).not.toContain('1999')
    const twice = await planner.post('/projects', { projectName: 'One', ProjectName: 'Two' })
    expect(twice.status).toBe(400)
  })

  it('answer 412 with the current version, and without If-Match write only the fields that were sent', async () => {
    const { projectId } = await newProject({ projectName: 'Press', description: 'Old' })
    const path = `/projects/${projectId}`
    expect(await planner.patch(path, { description: 'New' }, { 'if-match': '"1"' })).toMatchObject({ status: 200 })
    expect(await planner.put(path, { projectName: 'Late' }, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { code: 'stale', currentVersion: 2 },
    })
    expect((await planner.put(path, { projectName: 'Later' })).body).toMatchObject({
      projectName: 'Later',
      description: 'New',
      version: 3,
    })
  })

  it('follow the phase rules of the board when dragged, and need a ship date', async () => {
    const { projectId } = await newProject({ currentPhase: 'complete' })
    const drag = (body: object) => planner.patch(`/projects/${projectId}`, body)
    expect(await drag({ currentPhase: 'engineering' })).toMatchObject({
      status: 422,
      body: { error: 'Invalid move - this transition is not allowed', code: 'invalid_move' },
    })
    expect(await drag({ currentPhase: 'shipped' })).toMatchObject({ status: 422, body: { code: 'rule' } })
    expect(await drag({ currentPhase: 'shipped', actualShipDate: '2026-11-18' })).toMatchObject({
      status: 200,
      body: { status: 'Completed', state: 'complete', actualShipDate: '2026-11-18T08:00:00.000Z' },
    })
  })

  it.each([['2026-02-30'], ['2026-06-31'], ['2026-02-31T10:00:00Z']])(
    'store no date for a day that does not exist: %s',
    async (impossible) => {
      expect(await newProject({ plannedShipDate: impossible })).toMatchObject({ plannedShipDate: null })
      const { projectId } = await newProject({ plannedShipDate: '2026-12-01' })
      const changed = await planner.patch(`/projects/${projectId}`, { shipDate: impossible })
      expect(changed).toMatchObject({ status: 200, body: { plannedShipDate: null } })
    },
  )

  it('cannot be shipped in the future, by form, board or bulk change', async () => {
    const { projectId } = await newProject({ currentPhase: 'complete' })
    const ships = { currentPhase: 'shipped', actualShipDate: '2026-11-20T08:00:00Z' }
    const refused = { status: 422, body: { error: 'The actual ship date cannot be later than today.', code: 'rule' } }
    expect(await planner.patch(`/projects/${projectId}`, ships)).toMatchObject(refused)
    expect(await planner.put(`/projects/${projectId}`, { projectName: 'Press', ...ships })).toMatchObject(refused)
    expect(await planner.post('/projects', ships)).toMatchObject(refused)
    const { operationId } = (await planner.post(operationsPath(projectId), {})).body
    const bulk = await planner.post('/operations/bulk', {
      target: { operations: [{ operationId }] },
      action: { kind: 'phase', phase: 'shipped', actualShipDate: ships.actualShipDate },
    })
    expect(bulk.body).toMatchObject({ changed: 0, failures: [{ reason: refused.body.error }] })
    expect((await planner.get(`/projects/${projectId}`)).body).toMatchObject({ currentPhase: 'complete' })
  })

  it('can be shipped today in any zone on earth, also where the organization has another day', async () => {
    const auckland = await server.newTenant()
    expect((await server.as(auckland.admin).put('/organisation', { timeZone: 'Pacific/Auckland' })).status).toBe(200)
    const there = server.as(auckland.planner)
    const ships = (actualShipDate: string) =>
      there.post('/projects', { currentPhase: 'shipped', actualShipDate }).then(({ status }) => status)
    // It is 09:00 UTC on 18 November: today ends at 11:00 UTC in Auckland, and in 24 hours in Alaska.
    expect(await ships('2026-11-18T11:00:00Z')).toBe(201)
    expect(await ships('2026-11-19T08:59:00Z')).toBe(201)
    expect(await ships('2026-11-19T09:00:00Z')).toBe(422)
  })

  it('are deleted by admins only, and their history stays', async () => {
    const { projectId } = await newProject()
    expect((await planner.delete(`/projects/${projectId}`)).status).toBe(403)
    expect(await admin.delete(`/projects/${projectId}`)).toMatchObject({ status: 204, text: '' })
    expect((await planner.get(`/projects/${projectId}`)).status).toBe(404)
    expect(
      (await planner.get(`/projects/${projectId}/history`)).body.map((entry: { action: string }) => entry.action),
    ).toEqual(['delete', 'create'])
    expect((await planner.get(`/projects/${randomUUID()}/history`)).status).toBe(404)
  })
})

describe('accepted values are returned unchanged for', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '007',
      'שלום',
      '👩‍🔧 Press',
      '<img src=x onerror=alert(1)>',
      "'; drop table projects; --",
      'e\u0301',
    ),
  )
  const name = text.filter(
    (value) => value.trim() === '' || /[\p{L}\p{N}\p{S}]/u.test(value.replaceAll(/\p{DI}/gu, '')),
  )
  const date = fc.oneof(
    fc.constantFrom('1900-01-01T00:00:00.000Z', '2099-12-31T23:59:59.999Z', null),
    fc
      .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((value) => value.toISOString()),
  )

  it('projects', async () => {
    const { projectId } = await newProject()
    const body = fc.record(
      {
        projectName: name,
        shortName: name,
        description: text,
        customerName: name,
        priority: fc.integer({ min: 0, max: 100 }),
        progressPercentage: fc.double({ min: 0, max: 100, noNaN: true }),
        plannedShipDate: date,
        customerReleaseDate: date,
        productionStartDate: date,
      },
      { requiredKeys: [] },
    )
    const trimmed = (value: unknown, key: string) =>
      typeof value !== 'string' || key === 'description'
        ? value
        : value.trim() || (key === 'projectName' ? 'Unnamed Project' : '')
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const answer = await planner.patch(`/projects/${projectId}`, sent)
        if (answer.status === 400) {
          expect(Object.values(sent).join('')).toMatch(/\0/)
          return
        }
        expect(answer.status).toBe(200)
        const read = (await planner.get(`/projects/${projectId}`)).body
        expect(read).toEqual(answer.body)
        for (const [key, value] of Object.entries(sent)) {
          expect(read[key]).toEqual(Object.is(value, -0) ? 0 : trimmed(value, key))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('operations', async () => {
    const { projectId } = await newProject()
    const { operationId } = (await planner.post(operationsPath(projectId), {})).body
    const body = fc.record(
      {
        description: text,
        notes: text,
        durationHours: fc.double({ min: 0, max: 1e5, noNaN: true }),
        scheduledStartDate: date,
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const answer = await planner.put(`${operationsPath(projectId)}/${operationId}`, sent)
        if (answer.status === 400) return
        expect(answer.status).toBe(200)
        // The forecast is computed after the operation is stored.
        const details = (await planner.get(`${operationsPath(projectId)}/${operationId}`)).body
        const { actualHours, actualIncludesWaiting, ...found } = details
        expect({ actualHours, actualIncludesWaiting }).toEqual({ actualHours: null, actualIncludesWaiting: false })
        expect({ ...found, outlook: null }).toEqual({ ...answer.body, outlook: null })
        for (const [key, value] of Object.entries(sent))
          expect(answer.body[key]).toEqual(Object.is(value, -0) ? 0 : value)
      }),
      { numRuns: 40 },
    )
  })
})

describe('operations', () => {
  it('follow the calls of the specification', async () => {
    const { projectId } = await newProject()
    const base = operationsPath(projectId)
    const cut = (await planner.post(base, { Name: 'Cut', DurationHours: '7.5' })).body
    const weldId = randomUUID()
    const weld = await planner.post(`${base}/${weldId}`, { DependsOnOperationId: cut.operationId })
    expect(weld).toMatchObject({ status: 200, body: { operationId: weldId, dependencies: [cut.operationId] } })
    expect(
      await planner.post(`${base}/batch`, [{ operationId: cut.operationId, dependsOnOperationId: weldId }]),
    ).toMatchObject({
      status: 422,
      body: { code: 'cycle', error: 'These operations wait for each other: Cut -> Unnamed Operation -> Cut' },
    })
    const progress = await planner.post(`${base}/${cut.operationId}/progress`, {
      progressPercentage: '40',
      actualStartDate: null,
    })
    expect(progress.body).toMatchObject({ status: 'In Progress', progressPercentage: 40, durationHours: 7.5 })
    for (const [sent, stored] of [
      [0.35, 35],
      ['0.4', 40],
      [45, 45],
    ]) {
      const path = `${base}/${cut.operationId}`
      expect((await planner.post(`${path}/progress`, { progress: sent })).body).toMatchObject({
        progressPercentage: stored,
      })
    }
    const fraction = await planner.post('/projects', { projectName: 'By fraction', progress: 0.4 })
    expect(fraction.body).toMatchObject({ progressPercentage: 40 })
    const dates = { scheduledStartDate: '2026-11-23T13:00:00.000Z', scheduledEndDate: '2026-11-24T13:00:00.000Z' }
    const moved = await planner.put(`${base}/${weldId}`, { projectId, operationId: weldId, ...dates })
    expect(moved.body).toMatchObject({ ...dates, pinned: true })
    const path = `/project-operations/projects/${projectId}`
    const order = { operationIds: [weldId, cut.operationId] }
    expect((await planner.put(`${path}/sequence`, order)).body.map((one: { name: string }) => one.name)).toEqual([
      'Unnamed Operation',
      'Cut',
    ])
    expect((await planner.get(path)).body).toHaveLength(2)
    expect((await planner.get(`/projects/${projectId}/operations`)).body).toMatchObject({ projectId })
    expect((await planner.delete(`${base}/${cut.operationId}`)).status).toBe(204)
    expect((await planner.get(`${base}/${weldId}`)).body).toMatchObject({
      dependencies: [],
      dependsOnOperationId: null,
    })
  })

  it('are read in batches by the rules of the specification', async () => {
    const { projectId } = await newProject()
    const batch = (ids: readonly string[]) =>
      planner.get(`/project-operations/batch?${ids.map((id) => `projectIds=${id}`).join('&')}`)
    expect((await batch([projectId, randomUUID(), 'x'])).body).toEqual([{ projectId, projectOperations: [] }])
    for (const ids of [[], ['x', '00000000-0000-0000-0000-000000000000']]) {
      expect(await batch(ids)).toMatchObject({
        status: 400,
        body: { error: 'No valid project IDs provided for batch request' },
      })
    }
    expect((await batch(Array.from({ length: 51 }, () => projectId))).status).toBe(400)
  })

  it('are found only under their own project', async () => {
    const [one, two] = [await newProject(), await newProject()]
    const { operationId } = (await planner.post(operationsPath(one.projectId), {})).body
    const wrong = `${operationsPath(two.projectId)}/${operationId}`
    const answers = await Promise.all([
      planner.get(wrong),
      planner.put(wrong, { name: 'Taken' }),
      planner.post(wrong, { name: 'Taken' }),
      planner.post(`${wrong}/progress`, { progressPercentage: 10 }),
      planner.delete(wrong),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await planner.get(`${operationsPath(one.projectId)}/${operationId}`)).body.version).toBe(1)
  })
})

describe('settings of the shop', () => {
  it('are changed by admins only', async () => {
    const refused = await Promise.all([
      planner.post('/categories', { name: 'Saw' }),
      planner.post('/holidays', { name: 'Fair', date: '2026-12-01' }),
      planner.put('/organisation', { freezeWorkingDays: 1 }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    const saw = await admin.post('/categories', { Name: 'Saw', Capacity: '2' })
    expect(saw).toMatchObject({ status: 201, body: { name: 'Saw', capacity: 2 } })
    const stale = await admin.put(`/categories/${saw.body.categoryId}`, { capacity: 3 }, { 'if-match': '"7"' })
    expect(stale).toMatchObject({ status: 412, body: { currentVersion: 1 } })
    expect((await admin.delete(`/categories/${saw.body.categoryId}`)).status).toBe(204)
    const [template] = (await admin.get('/holiday-templates')).body
    const applied = await admin.post(`/holiday-templates/${template.templateId}/apply`)
    expect(applied.body.added.length).toBeGreaterThan(10)
    expect((await planner.get('/holidays')).body).toHaveLength(applied.body.added.length)
    expect((await admin.post(`/holiday-templates/${template.templateId}/copy`)).status).toBe(201)
    expect((await admin.put('/organisation', { timeZone: 'Europe/Paris' })).body.timeZone).toBe('Europe/Paris')
    expect((await admin.put('/organisation', { timeZone: 'Mars/Olympus' })).status).toBe(400)
  })
})
