import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProposalInput } from '#contract/proposals.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'

type Change = ProposalInput['changes'][number]

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let admin: CallAs

const hour = 3_600_000
const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 480, toMinute: 960 }))

beforeAll(async () => {
  server = await startServer()
  // A Monday, one hour before the shift begins.
  server.clock.set('2026-11-16T07:00:00Z')
})
afterAll(() => server.close())

const made = async (path: string, body: unknown) => {
  const answer = await admin.post(path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** Two projects of two operations on one saw that works on weekdays, and one record of each kind of working time. */
const buildShop = async () => {
  tenant = await server.newTenant({ timeZone: 'UTC' })
  ctx = withFacts(await server.contextOf(tenant.admin), { source: 'screen' })
  admin = server.as(tenant.admin)
  const pattern = (name: string, periods: readonly object[]) =>
    made('/shifts', { name, versions: [{ effectiveFrom: null, periods, breaks: [] }] })
  const day = await pattern('Day', week)
  const short = await pattern('Short', week.slice(0, 2))
  const saw = await buildCategory(ctx, { name: 'Saw' })
  const lathe = await buildCategory(ctx, { name: 'Lathe' })
  const pair = await buildCategory(ctx, { name: 'Pair', capacity: 2 })
  const holiday = await made('/holidays', { name: 'Fair', date: '2026-11-19' })
  const span = { startsAt: '2026-11-21T08:00:00Z', endsAt: '2026-11-21T16:00:00Z' }
  const overtime = await made('/calendar-exceptions', { kind: 'overtime', name: 'Rush', ...span })
  const projects: { projectId: string; operationIds: [string, string] }[] = []
  for (const index of [0, 1]) {
    const { projectId } = await buildProject(ctx, {
      projectName: `Press ${index}`,
      plannedShipDate: new Date(server.clock.now().getTime() + (5 + 2 * index) * 24 * hour).toISOString(),
    })
    const first = Date.parse(`2026-11-${16 + 2 * index}T08:00:00Z`)
    const [cut, bore] = await Promise.all(
      ['Cut', 'Bore'].map((name, step) =>
        buildOperation(ctx, projectId, {
          name,
          durationHours: 8,
          categoryId: saw.categoryId,
          scheduledStartDate: new Date(first + step * 24 * hour).toISOString(),
          scheduledEndDate: new Date(first + step * 24 * hour + 8 * hour).toISOString(),
          pinned: false,
        }),
      ),
    )
    // Both projects polish at the same time, one at each station.
    await buildOperation(ctx, projectId, {
      name: 'Polish',
      durationHours: 8,
      categoryId: pair.categoryId,
      scheduledStartDate: '2026-11-17T08:00:00Z',
      scheduledEndDate: '2026-11-17T16:00:00Z',
    })
    projects.push({ projectId, operationIds: [cut?.operationId ?? '', bore?.operationId ?? ''] })
  }
  const [one, other] = projects
  if (!one || !other) throw new Error('The shop has two projects')
  return { day, short, saw, pair, lathe, holiday, overtime, one, other }
}

let shop: Awaited<ReturnType<typeof buildShop>>
beforeEach(async () => {
  shop = await buildShop()
})

/** One change of each kind, by the words of the test. */
const changesOf = ({ day, short, saw, pair, lathe, holiday, overtime, one, other }: typeof shop) =>
  ({
    'the capacity of a work center': { kind: 'category', categoryId: saw.categoryId, capacity: 2 },
    'the shift pattern of a work center': { kind: 'category', categoryId: saw.categoryId, shiftId: short.shiftId },
    'the hours of a shift pattern': {
      kind: 'shift',
      shiftId: day.shiftId,
      versions: [{ effectiveFrom: null, periods: week.slice(1), breaks: [] }],
    },
    'the default shift and the freeze window': {
      kind: 'organisation',
      defaultShiftId: short.shiftId,
      freezeWorkingDays: 1,
    },
    'the time zone': { kind: 'organisation', timeZone: 'America/New_York' },
    'what a closed day closes': { kind: 'organisation', closedDayRule: 'midnight' },
    'the removal of a work center': { kind: 'categoryGone', categoryId: saw.categoryId, reassignTo: lathe.categoryId },
    'a new holiday': { kind: 'holiday', holidayId: null, holiday: { name: 'Trip', date: '2026-11-17' } },
    'another day of a holiday': {
      kind: 'holiday',
      holidayId: holiday.holidayId,
      holiday: { name: 'Fair', date: '2026-11-18' },
    },
    'the removal of a holiday': { kind: 'holiday', holidayId: holiday.holidayId, holiday: null },
    'several holidays': { kind: 'holidays', holidays: [{ name: 'Trip', date: '2026-11-17' }] },
    'new downtime': {
      kind: 'exception',
      exceptionId: null,
      exception: {
        kind: 'downtime',
        name: 'Repair',
        startsAt: '2026-11-17T08:00:00Z',
        endsAt: '2026-11-17T12:00:00Z',
        categoryId: saw.categoryId,
      },
    },
    'one of two stations': {
      kind: 'exception',
      exceptionId: null,
      exception: {
        kind: 'capacity',
        name: 'One saw',
        startsAt: '2026-11-16T06:00:00Z',
        endsAt: '2026-11-18T12:00:00Z',
        categoryId: pair.categoryId,
        units: 1,
      },
    },
    'the removal of overtime': { kind: 'exception', exceptionId: overtime.exceptionId, exception: null },
    'new dependencies': {
      kind: 'operation',
      projectId: one.projectId,
      operationId: one.operationIds[1],
      fields: { dependencies: [one.operationIds[0]], dependencyLagHours: { [one.operationIds[0]]: 4 } },
    },
    'the removal of an operation': {
      kind: 'operationGone',
      projectId: other.projectId,
      operationId: other.operationIds[0],
    },
    'the removal of a project': { kind: 'projectGone', projectId: one.projectId },
  }) satisfies Record<string, Change>

type Kind = keyof ReturnType<typeof changesOf>

const propose = (changes: readonly Change[], method: ProposalInput['method'] = 'keepSequence') =>
  made('/proposals', { changes, method })

/** Completion and lateness of every project, as its screens show them. */
const outlook = async () => {
  const { body } = await admin.get('/projects')
  return new Map(
    (body as { projectId: string; forecastCompletionDate: string; latenessDays: number }[]).map((project) => [
      project.projectId,
      { completionAfter: project.forecastCompletionDate, latenessDaysAfter: project.latenessDays },
    ]),
  )
}

const applied = async (changes: readonly Change[], method: ProposalInput['method']) => {
  const proposal = await propose(changes, method)
  const answer = await applyProposal(admin, proposal)
  expect(answer.status, answer.text).toBe(200)
  const after = await outlook()
  for (const { projectId, completionAfter, latenessDaysAfter } of proposal.projects) {
    expect(after.get(projectId)).toEqual({ completionAfter, latenessDaysAfter })
  }
  return answer.body
}

/** In an order in which any of them can be made together. */
const kinds: readonly Kind[] = [
  'the capacity of a work center',
  'the shift pattern of a work center',
  'the hours of a shift pattern',
  'the default shift and the freeze window',
  'the time zone',
  'what a closed day closes',
  'a new holiday',
  'another day of a holiday',
  'the removal of a holiday',
  'several holidays',
  'new downtime',
  'one of two stations',
  'the removal of overtime',
  'new dependencies',
  'the removal of an operation',
  'the removal of a project',
  'the removal of a work center',
]

describe('a proposal with another kind of change', () => {
  it.each(kinds)(
    'is what the forecast says after it is applied, and is undone and redone exactly: %s',
    async (kind) => {
      const before = await shopState(ctx)
      const { changeId } = await applied([changesOf(shop)[kind]], 'keepSequence')
      const after = await shopState(ctx)
      expect(after).not.toEqual(before)
      const undone = await admin.post(`/changes/${changeId}/undo`)
      expect([undone.status, undone.body.left], undone.text).toEqual([200, []])
      expect(await shopState(ctx)).toEqual(before)
      expect((await admin.post(`/changes/${changeId}/redo`)).status).toBe(200)
      expect(await shopState(ctx)).toEqual(after)
    },
  )

  it('moves the work of night shifts when a closed day is cut at midnight, and back again when that is undone', async () => {
    const { saw, one } = shop
    const periods = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 1320, toMinute: 1800 }))
    const versions = [{ effectiveFrom: null, periods, breaks: [] }]
    const night = await made('/shifts', { name: 'Night', versions })
    await admin.put(`/categories/${saw.categoryId}`, { shiftId: night.shiftId })
    await made('/holidays', { name: 'Closed Tuesday', date: '2026-11-17' })
    const path = `/project-operations/projects/${one.projectId}/operations/${one.operationIds[0]}`
    const end = async () => (await admin.get(path)).body.outlook.forecastEndDate
    // The night of Monday goes on until Tuesday at six.
    expect(await end()).toBe('2026-11-17T06:00:00.000Z')

    const { changeId } = await applied([changesOf(shop)['what a closed day closes']], 'keepSequence')
    // Six hours are left, two of which may be worked when Tuesday is over, in the night that began on it.
    expect(await end()).toBe('2026-11-18T06:00:00.000Z')
    expect((await admin.post(`/changes/${changeId}/undo`)).status).toBe(200)
    expect(await end()).toBe('2026-11-17T06:00:00.000Z')
    expect((await admin.get('/organisation')).body.closedDayRule).toBe('shift')
  })

  it('lets one operation wait for the only station that is left', async () => {
    const { movedOperations, movedAsForecast = 0 } = await propose([changesOf(shop)['one of two stations']])
    expect(movedOperations - movedAsForecast).toBe(1)
  })

  it('says what the capacity of a work center was, also after it is applied', async () => {
    const { saw } = shop
    const change = changesOf(shop)['the capacity of a work center']
    for (const method of ['keepSequence', 'optimize'] as const) {
      const { capacitiesBefore } = await propose([change], method)
      expect(capacitiesBefore).toEqual({ [saw.categoryId]: 1 })
    }
    const proposal = await propose([change], 'keepSequence')
    await applyProposal(admin, proposal)
    const later = (await admin.get(`/proposals/${proposal.proposalId}`)).body
    expect(later.capacitiesBefore).toEqual({ [saw.categoryId]: 1 })
  })

  it('is undone exactly, whatever changes it has together', { tags: ['property'] }, async () => {
    const some = fc.subarray([...kinds], { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(some, fc.constantFrom('keepSequence' as const, 'optimize' as const), async (chosen, method) => {
        shop = await buildShop()
        const changes = chosen.map((kind) => changesOf(shop)[kind])
        const before = await shopState(ctx)
        const { changeId } = await applied(changes, method)
        const undone = await admin.post(`/changes/${changeId}/undo`)
        expect([undone.status, undone.body.left], undone.text).toEqual([200, []])
        expect(await shopState(ctx)).toEqual(before)
      }),
      { numRuns: propertyRuns(10) },
    )
  })

  it('names removed records also after they are gone, and their dates come back with an undo', async () => {
    const change = changesOf(shop)['the removal of an operation']
    const proposal = await propose([change])
    const { body } = await applyProposal(admin, proposal)
    const details = (await admin.get(`/proposals/${proposal.proposalId}`)).body
    expect(details.names[change.operationId]).toMatch(/^#\S+ Cut$/)
    await admin.post(`/changes/${body.changeId}/undo`)
    const path = `/project-operations/projects/${change.projectId}/operations/${change.operationId}`
    expect((await admin.get(path)).body.scheduledStartDate).toBe('2026-11-18T08:00:00.000Z')
  })

  it('leaves a plan that is not out of date, because it was computed with the new working time', async () => {
    const mark = async () => (await admin.get('/organisation')).body.planOutdated
    await applied([changesOf(shop)['a new holiday']], 'keepSequence')
    expect(await mark()).toBeNull()
    await made('/holidays', { name: 'By hand', date: '2026-11-20' })
    expect(await mark()).toMatchObject({ name: 'By hand' })
  })

  it('changes what a bulk action would change, and stores nothing of it', async () => {
    const { one, other, lathe } = shop
    const target = { operations: [one, other].flatMap(({ operationIds: [operationId] }) => [{ operationId }]) }
    const before = await shopState(ctx)
    const tried = async (action: object) => (await propose([{ kind: 'bulk', target, action } as Change])).changes
    const fieldsOf = (changes: { fields: object }[]) => changes.map(({ fields }) => fields)
    expect(fieldsOf(await tried({ kind: 'hold' }))).toEqual([{ onHold: true }, { onHold: true }])
    expect(fieldsOf(await tried({ kind: 'duration', durationHours: 3 }))).toEqual([
      { durationHours: 3 },
      { durationHours: 3 },
    ])
    expect(fieldsOf(await tried({ kind: 'workCentre', categoryId: lathe.categoryId }))).toEqual([
      { categoryId: lathe.categoryId },
      { categoryId: lathe.categoryId },
    ])
    expect(await tried({ kind: 'priority', priority: 77 })).toEqual(
      expect.arrayContaining(
        [one, other].map(({ projectId }) => ({ kind: 'project', projectId, fields: { priority: 77 } })),
      ),
    )
    expect(fieldsOf(await tried({ kind: 'rescheduleTo', date: '2026-11-23' }))).toEqual([
      { scheduledStartDate: '2026-11-23T08:00:00.000Z', scheduledEndDate: '2026-11-23T16:00:00.000Z' },
      { scheduledStartDate: '2026-11-23T08:00:00.000Z', scheduledEndDate: '2026-11-23T16:00:00.000Z' },
    ])
    expect(await shopState(ctx)).toEqual(before)
    const refused = async (action: object) =>
      (await admin.post('/proposals', { changes: [{ kind: 'bulk', target, action }], method: 'keepSequence' })).status
    expect(await refused({ kind: 'notes', text: 'x', mode: 'append' })).toBe(422)
    expect(await refused({ kind: 'phase', phase: 'complete' })).toBe(422)
    expect(await refused({ kind: 'release' })).toBe(422)
  })

  it('adds the holidays of a template that are new', async () => {
    const items = [
      { name: 'Fair', date: '2026-11-19' },
      { name: 'Trip', date: '2026-11-17' },
    ]
    const { templateId } = await made('/holiday-templates', { name: 'Fairs', items })
    const proposal = await propose([{ kind: 'template', templateId }])
    expect(proposal.changes).toEqual([{ kind: 'holidays', holidays: [items[1]] }])
    expect(proposal.movedOperations).toBeGreaterThan(0)
  })
})

describe('a proposal with another kind of change is refused', () => {
  it.each([
    ['a new holiday', 'Only admins of this organization can change holidays.'],
    ['the capacity of a work center', 'Only admins of this organization can change work centers.'],
    ['the hours of a shift pattern', 'Only admins of this organization can change shifts.'],
    ['the default shift and the freeze window', 'Only admins of this organization can change its settings.'],
    ['the removal of a project', 'Only admins of this organization can delete projects.'],
  ] as [Kind, string][])('to a planner who may not make it by hand: %s', async (kind, error) => {
    const planner = server.as(tenant.planner)
    const { body, status } = await planner.post('/proposals', {
      changes: [changesOf(shop)[kind]],
      method: 'keepSequence',
    })
    expect(status).toBe(201)
    const before = await shopState(ctx)
    expect(await applyProposal(planner, body)).toMatchObject({ status: 403, body: { error } })
    expect(await shopState(ctx)).toEqual(before)
  })

  it('never to a planner for downtime, dependencies and removed operations', async () => {
    const planner = server.as(tenant.planner)
    const own: readonly Kind[] = ['new downtime', 'new dependencies', 'the removal of an operation']
    const { body } = await planner.post('/proposals', {
      changes: own.map((kind) => changesOf(shop)[kind]),
      method: 'keepSequence',
    })
    expect((await applyProposal(planner, body)).status).toBe(200)
  })

  it('as stale after another change of the working time', async () => {
    const proposal = await propose([changesOf(shop)['a new holiday']])
    await admin.delete(`/calendar-exceptions/${shop.overtime.exceptionId}`)
    expect((await applyProposal(admin, proposal)).status).toBe(409)
    await admin.delete(`/holidays/${shop.holiday.holidayId}`)
    const gone = { changes: [changesOf(shop)['the removal of a holiday']], method: 'keepSequence' }
    expect((await admin.post('/proposals', gone)).status).toBe(404)
  })
})
