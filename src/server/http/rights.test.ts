import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { buildCanaryTenant, type CanaryTenant } from '#testing/cross-tenant/canary-tenant.ts'
import { realize, requestPlan } from '#testing/cross-tenant/random-request.ts'
import { withApiToken } from '#testing/role-matrix/actors.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { type StoredPlanning, storedPlanning } from '#testing/stored-planning.ts'

/** Requests of each actor; the full test uses more: RIGHTS_REQUESTS=3000. */
const requests = Number(process.env.RIGHTS_REQUESTS ?? 250)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** What a report changes of an operation, as columns, with the stamp of the change. */
const reported = new Set([
  'status',
  'progress_percent',
  'actual_start_date',
  'actual_end_date',
  'on_hold',
  'hold_reason',
  'notes',
  'duration_hours',
  'original_hours',
  'version',
  'modified_at',
  'modified_by',
])

/** Reports also begin and end intervals of work. The rows come in the order of all their columns, so a report changes their order too. */
const withoutReports = ({ operations, work_intervals: _, ...rest }: StoredPlanning) => ({
  ...rest,
  operations: operations
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !reported.has(name))))
    .toSorted((a, b) => String(a.operation_id).localeCompare(String(b.operation_id))),
})

/** What a planner of one work center must leave as it is. */
const elsewhere = (stored: StoredPlanning, centerId: string) => {
  const { tenants, memberships, invitations, projects, categories, shifts, holidays, holiday_templates, webhooks } =
    stored
  return {
    tenants,
    memberships,
    invitations,
    projects,
    categories,
    shifts,
    holidays,
    holiday_templates,
    webhooks,
    operations: stored.operations.filter(({ category_id }) => category_id !== centerId),
    exceptions: stored.calendar_exceptions.filter(({ category_id }) => category_id !== centerId),
  }
}

/** What a planner must leave as it is whose organization leaves working time and plans for the whole shop to its admins. */
const ofAdmins = (stored: StoredPlanning) => {
  const { memberships, invitations, categories, shifts, holidays, holiday_templates, webhooks, floor_devices } = stored
  const forAll = ({ preview, project_id, project_ids }: StoredPlanning['scheduling_runs'][number]) =>
    preview === false && project_id === null && (project_ids as unknown[] | null)?.length !== 1
  return {
    memberships,
    invitations,
    categories,
    shifts,
    holidays,
    holiday_templates,
    webhooks,
    floor_devices,
    exceptions: stored.calendar_exceptions,
    runs: stored.scheduling_runs.filter(forAll),
    // Planners create projects, which get the next numbers, and import them.
    settings: stored.tenants.map(({ last_project_number, import_columns, ...row }) => row),
  }
}

describe('what a member may not change stays as it is, whatever is sent', () => {
  const kept = {
    viewer: (stored: StoredPlanning) => stored,
    reporter: withoutReports,
    plannerOfOne: (stored: StoredPlanning, { ids }: CanaryTenant) => elsewhere(stored, ids.category[0] ?? ''),
    planner: ofAdmins,
  } as const

  it.each(Object.entries(kept))(
    `${requests} random requests of a %s`,
    { timeout: 60_000 + requests * 100 },
    async (name, of) => {
      const actor = name as keyof typeof kept
      const own = await buildCanaryTenant(server)
      const strict = { plannersChangeWorkingTime: false, plannersApplyPlans: false }
      expect((await server.as(own.admin).put('/organisation', strict)).status).toBe(200)
      const before = of(await storedPlanning(own.ctx), own)
      let accepted = 0
      await fc.assert(
        fc.asyncProperty(requestPlan, async (plan) => {
          const { method, path, body, headers } = realize({ ...plan, actor, tenantHeader: 'none' }, own, own)
          const answer = await server.as(own[actor]).call(method, path, body, headers)
          expect(answer.status, `${method} ${path} answered ${answer.text}`).toBeLessThan(500)
          if (method !== 'GET' && answer.status < 300) accepted += 1
        }),
        { numRuns: requests, endOnFailure: true },
      )
      expect(of(await storedPlanning(own.ctx), own)).toEqual(before)
      // Requests that are refused everywhere prove nothing.
      expect(accepted).toBeGreaterThan(0)
    },
  )
})

describe('a planner of one work center', () => {
  let tenant: TestTenant
  let admin: CallAs
  let welder: CallAs
  let ids: { weld: string; paint: string; projectId: string; welding: string; painting: string; nowhere: string }
  const reason = 'You plan only some work centers, and this is at another one.'
  const pathOf = (operationId: string) => `/project-operations/projects/${ids.projectId}/operations/${operationId}`
  const refusedFor = (error: string) => ({ status: 403, body: { error } })

  beforeEach(async () => {
    tenant = await server.newTenant()
    admin = server.as(tenant.admin)
    const center = async (name: string) => (await admin.post('/categories', { name })).body.categoryId
    const [weld, paint] = [await center('Weld'), await center('Paint')]
    const ctx = await server.contextOf(tenant.admin)
    const { projectId } = await buildProject(ctx, { projectName: 'Frame' })
    const operation = async (name: string, categoryId: string | null) =>
      (await buildOperation(ctx, projectId, { name, categoryId })).operationId
    const [welding, painting] = [await operation('Welding', weld), await operation('Painting', paint)]
    ids = { weld, paint, projectId, welding, painting, nowhere: await operation('Check', null) }
    const memberOf = [{ tenantId: tenant.tenantId, workCenterIds: [weld] }]
    welder = server.as(await server.newUser({ memberOf }))
  })

  it('a limited planner plans, reports and adds work there', async () => {
    const dates = { scheduledStartDate: '2026-12-01T08:00:00.000Z', scheduledEndDate: '2026-12-01T12:00:00.000Z' }
    expect((await welder.put(pathOf(ids.welding), { durationHours: 6 })).status).toBe(200)
    expect((await welder.post(`${pathOf(ids.welding)}/progress`, { progressPercentage: 30 })).status).toBe(200)
    expect((await welder.put('/operations/moves', { moves: [{ operationId: ids.welding, ...dates }] })).status).toBe(
      200,
    )
    const added = `/project-operations/projects/${ids.projectId}/operations`
    expect((await welder.post(added, { name: 'Tack', categoryId: ids.weld })).status).toBe(201)
    const overtime = {
      kind: 'overtime',
      name: 'Saturday',
      startsAt: '2026-12-05T08:00:00Z',
      endsAt: '2026-12-05T12:00:00Z',
    }
    expect((await welder.post('/calendar-exceptions', { ...overtime, categoryId: ids.weld })).status).toBe(201)
    expect(await welder.post('/calendar-exceptions', overtime)).toMatchObject(refusedFor(reason))
    expect(await welder.post('/calendar-exceptions', { ...overtime, categoryId: ids.paint })).toMatchObject(
      refusedFor(reason),
    )
  })

  it('a limited planner changes no work elsewhere, alone, in bulk or by moving it there', async () => {
    const target = { operations: [{ operationId: ids.welding }, { operationId: ids.painting }] }
    for (const id of [ids.painting, ids.nowhere]) {
      expect(await welder.put(pathOf(id), { durationHours: 6 })).toMatchObject(refusedFor(reason))
      expect(await welder.post(`${pathOf(id)}/progress`, { progressPercentage: 30 })).toMatchObject(refusedFor(reason))
      expect(await welder.delete(pathOf(id))).toMatchObject(refusedFor(reason))
      // Nothing changes, yet it would be theirs, and the forms of colleagues would be out of date.
      const { name, version } = (await admin.get(pathOf(id))).body
      expect(await welder.put(pathOf(id), { name })).toMatchObject(refusedFor(reason))
      expect((await admin.get(pathOf(id))).body.version).toBe(version)
    }
    expect(await welder.put(pathOf(ids.welding), { categoryId: ids.paint })).toMatchObject(refusedFor(reason))
    expect(await welder.put(pathOf(ids.welding), { categoryId: null })).toMatchObject(refusedFor(reason))
    const held = await welder.post('/operations/bulk', { target, action: { kind: 'hold' } })
    expect(held).toMatchObject(refusedFor('1 of 2 are at other work centers.'))
    expect((await admin.get(pathOf(ids.welding))).body).toMatchObject({ onHold: false, categoryId: ids.weld })
    const snooze = { target, untilDate: '2026-12-20', reason: 'Waits for steel' }
    expect(await welder.post('/operations/snoozes', snooze)).toMatchObject(
      refusedFor('1 of 2 are at other work centers.'),
    )
  })

  it('a limited planner is told which of the selected or matching operations are theirs, and changes those', async () => {
    const own = { total: 3, operationIds: [ids.welding] }
    const filter = { filter: { search: 'Frame' }, expectedTotal: 3 }
    expect((await welder.post('/operations/bulk/own', { target: filter })).body).toEqual(own)
    const named = { operations: [ids.welding, ids.painting, ids.nowhere].map((operationId) => ({ operationId })) }
    expect((await welder.post('/operations/bulk/own', { target: named })).body).toEqual(own)
    const everywhere = await welder.post('/operations/bulk', { target: filter, action: { kind: 'hold' } })
    expect(everywhere).toMatchObject(refusedFor('2 of 3 are at other work centers.'))
    const target = { operations: own.operationIds.map((operationId) => ({ operationId })) }
    expect((await welder.post('/operations/bulk', { target, action: { kind: 'hold' } })).body.changed).toBe(1)
  })

  it('a limited planner looks at projects, and changes none', async () => {
    const everywhere = refusedFor('You plan only some work centers. This affects others too.')
    expect((await welder.get(`/projects/${ids.projectId}`)).status).toBe(200)
    expect(await welder.call('PATCH', `/projects/${ids.projectId}`, { priority: 90 })).toMatchObject(everywhere)
    expect(await welder.post('/projects', { projectName: 'Own' })).toMatchObject(everywhere)
    expect(await welder.post('/projects/schedule-all', {})).toMatchObject(everywhere)
    expect(await welder.post(`/projects/${ids.projectId}/schedule`, {})).toMatchObject(everywhere)
    expect((await welder.post('/projects/schedule-all', { preview: true })).status).toBe(202)
  })

  it('a limited planner neither cancels nor ends the run of a colleague over the whole shop', async () => {
    const { runId } = (await admin.post('/projects/schedule-all', {})).body
    for (const way of ['cancel', 'end-search']) {
      expect((await welder.post(`/scheduling-runs/${runId}/${way}`)).status).toBe(403)
    }
    expect((await admin.post(`/scheduling-runs/${runId}/cancel`)).status).toBe(200)
    const own = (await welder.post('/projects/schedule-all', { preview: true })).body
    expect((await welder.post(`/scheduling-runs/${own.runId}/cancel`)).status).toBe(200)
  })

  it('a limited planner undoes what colleagues did at that work center, and nothing elsewhere', async () => {
    const changeOf = async (operationId: string, fields: object) => {
      await admin.put(pathOf(operationId), fields)
      return (await admin.get('/changes')).body[0].changeId
    }
    const [there, other] = [
      await changeOf(ids.welding, { durationHours: 9 }),
      await changeOf(ids.painting, { durationHours: 9 }),
    ]
    const shown = (await welder.get('/history')).body.entries
    expect(shown.find(({ changeId }: { changeId: string }) => changeId === there)).toMatchObject({ reversal: 'undo' })
    expect(shown.find(({ changeId }: { changeId: string }) => changeId === other)).toMatchObject({
      reversal: null,
      refusedReversal: { verb: 'undo', reason },
    })
    expect((await welder.post(`/changes/${there}/undo`)).status).toBe(200)
    expect(await welder.post(`/changes/${other}/undo`)).toMatchObject(refusedFor(reason))
    expect((await admin.get(pathOf(ids.painting))).body.durationHours).toBe(9)
    const priority = await admin.call('PATCH', `/projects/${ids.projectId}`, { priority: 90 })
    expect(priority.status).toBe(200)
    const [{ changeId }] = (await admin.get('/changes')).body
    expect((await welder.post(`/changes/${changeId}/undo`)).status).toBe(403)
  })

  it('a limited planner has no more rights with an API token, and the token loses them with the owner', async () => {
    const memberOf = [{ tenantId: tenant.tenantId, workCenterIds: [ids.weld] }]
    const owner = await server.newUser({ memberOf })
    const token = server.as(await withApiToken(server.services, owner, { tenantId: tenant.tenantId, scope: 'plan' }))
    expect((await token.put(pathOf(ids.welding), { durationHours: 5 })).status).toBe(200)
    expect(await token.put(pathOf(ids.painting), { durationHours: 5 })).toMatchObject(refusedFor(reason))
    await admin.put(`/users/${owner.userId}`, { access: 'view' })
    expect((await token.get('/projects')).status).toBe(200)
    expect((await token.put(pathOf(ids.welding), { durationHours: 7 })).status).toBe(403)
  })
})

describe('a reporter', () => {
  it('a reporter reports work with the call of the form too, and nothing else with it', async () => {
    const tenant = await server.newTenant()
    const ctx = await server.contextOf(tenant.admin)
    const { projectId } = await buildProject(ctx, { projectName: 'Frame' })
    const { operationId } = await buildOperation(ctx, projectId, { name: 'Weld' })
    const reporter = server.as(
      await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, access: 'report' as const }] }),
    )
    const path = `/project-operations/projects/${projectId}/operations/${operationId}`
    expect((await reporter.put(path, { onHold: true, holdReason: 'No gas' })).status).toBe(200)
    expect((await reporter.put(path, { notes: 'Bottle ordered' })).status).toBe(200)
    const wider = [{ durationHours: 1 }, { durationHours: 0.5, progressPercentage: 5 }, { setupHours: 2 }]
    for (const fields of [...wider, { notes: 'x', name: 'Tack' }]) {
      expect((await reporter.put(path, fields)).status).toBe(403)
    }
    expect((await reporter.get(path)).body).toMatchObject({ name: 'Weld', onHold: true, notes: 'Bottle ordered' })
    const [{ changeId }] = (await reporter.get('/changes')).body
    expect((await reporter.post(`/changes/${changeId}/undo`)).status).toBe(200)

    expect((await reporter.put(path, { durationHours: 20 })).status).toBe(200)

    const target = { operations: [{ operationId }] }
    const inBulk = async (action: object) => (await reporter.post('/operations/bulk', { target, action })).status
    expect(await inBulk({ kind: 'progress', progressPercentage: 20 })).toBe(200)
    expect(await inBulk({ kind: 'notes', text: 'Half done', mode: 'append' })).toBe(200)
    expect(await inBulk({ kind: 'release' })).toBe(200)
    expect(await inBulk({ kind: 'hoursLeft', hoursLeft: 3 })).toBe(200)
    expect(await inBulk({ kind: 'duration', durationHours: 9 })).toBe(403)
    expect(await inBulk({ kind: 'priority', priority: 90 })).toBe(403)
  })

  it('a reporter who planned before leaves the views that they shared as they are', async () => {
    const tenant = await server.newTenant()
    const password = 'Rights-Password-28'
    const owner = await server.newUser({ password, memberOf: [{ tenantId: tenant.tenantId }] })
    const view = { screen: 'overdue', name: 'Paint', search: { tab: 'overdue' }, shared: true }
    const { viewId } = (await server.as(owner).post('/saved-views', view)).body
    await server.as(tenant.admin).put(`/users/${owner.userId}`, { access: 'report' })
    const again = server.as(owner)
    expect((await again.post('/auth/login', { email: owner.email, password })).status).toBe(200)
    expect((await again.put(`/saved-views/${viewId}`, { name: 'Mine' })).status).toBe(403)
    expect((await again.put(`/saved-views/${viewId}`, { shared: false })).status).toBe(200)
    expect((await again.put(`/saved-views/${viewId}`, { name: 'Mine' })).status).toBe(200)
    expect((await again.post('/saved-views', { ...view, name: 'Again' })).status).toBe(403)
  })
})
