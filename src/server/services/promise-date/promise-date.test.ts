import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationInput } from '#contract/operations.ts'
import type { AskedDetails, PromiseAnswer, PromiseAnswers, PromiseKind } from '#contract/promise-date.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let planner: CallAs
let sawId: string
let question: object

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const hour = 3_600_000

/** The saw works around the clock, one day each for `High` (priority 80) and `Low` (20). The new work needs it for a day. */
beforeEach(async () => {
  tenant = await server.newTenant()
  ctx = withFacts(await server.contextOf(tenant.planner), { source: 'screen' })
  planner = server.as(tenant.planner)
  sawId = (await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw' })).categoryId
  const nowMs = server.clock.now().getTime()
  for (const [index, projectName] of ['High', 'Low'].entries()) {
    const { projectId } = await buildProject(ctx, {
      projectName,
      priority: index === 0 ? 80 : 20,
      plannedShipDate: new Date(nowMs + (index + 1) * 24 * hour).toISOString(),
    })
    await buildOperation(ctx, projectId, {
      name: `Cut ${projectName}`,
      durationHours: 24,
      categoryId: sawId,
      scheduledStartDate: new Date(nowMs + index * 24 * hour).toISOString(),
      scheduledEndDate: new Date(nowMs + (index + 1) * 24 * hour).toISOString(),
      pinned: false,
    })
  }
  const operations = [
    { name: 'Cut', categoryId: sawId, durationHours: 24 },
    { name: 'Pack', categoryId: null, durationHours: 2 },
  ]
  question = { operations, priority: 50, earliestStart: null }
})

const ask = async (): Promise<PromiseAnswers> => {
  const { status, body, text } = await planner.post('/promise-dates', question)
  expect(status, text).toBe(200)
  return body
}
const answerOf = async (kind: PromiseKind): Promise<PromiseAnswer> => {
  const found = (await ask()).answers.find((answer) => answer.kind === kind)
  if (!found) throw new Error(`There is no answer ${kind}`)
  return found
}
const create = ({ kind, shipDate, delayedCount }: PromiseAnswer, project: object = { projectName: 'New' }) =>
  planner.post('/promise-dates/project', { question, kind, seen: { shipDate, delayedCount }, project })
const daysFromNow = (iso: string | null) =>
  iso === null ? null : Math.round((Date.parse(iso) - server.clock.now().getTime()) / (24 * hour))

describe('the odds of an answer', () => {
  const odds = async (kind: PromiseKind) => (await planner.post('/promise-dates/odds', { question, kind })).body

  it('finished work gives the dates at 50, 80 and 90 %, the same each time, and nothing is stored', async () => {
    await buildFinishedWork(await server.contextOf(tenant.admin), { categoryId: sawId, ratios: ratiosAround(1.5, 20) })
    await planner.get('/projects')
    const before = await shopState(ctx)
    const first = await odds('first')
    const { p50, p80, p90 } = first.odds
    expect(first.reason).toBeNull()
    // 24 h at the saw take 1.5 times as long, and packing takes 2 h.
    const hoursTo = (date: string) => (Date.parse(date) - server.clock.now().getTime()) / hour
    expect(hoursTo(p50)).toBeGreaterThan(34)
    expect(hoursTo(p50)).toBeLessThan(42)
    expect([p50, p80, p90].toSorted()).toEqual([p50, p80, p90])
    expect(Date.parse((await odds('behindAll')).odds.p50)).toBeGreaterThan(Date.parse(p90))
    expect(await odds('first')).toEqual(first)
    expect(await shopState(ctx)).toEqual(before)
  })

  it('without finished work there are none, and the answer says so', async () => {
    expect(await odds('first')).toEqual({ odds: null, reason: 'tooLittleKnown' })
  })

  it('work at a center without finished work has none', async () => {
    const admin = await server.contextOf(tenant.admin)
    await buildFinishedWork(admin, { categoryId: sawId, ratios: ratiosAround(1.5, 20) })
    const { categoryId } = await buildCategory(admin, { name: 'Weld' })
    question = { ...question, operations: [{ name: 'Weld', categoryId, durationHours: 8 }] }
    expect(await odds('first')).toEqual({ odds: null, reason: 'tooLittleKnown' })
  })
})

describe('the answers', () => {
  it('say when, what limits it, and whom each delays, and store nothing', async () => {
    await planner.get('/projects')
    const before = await shopState(ctx)
    const { answers, timeZone } = await ask()
    expect(timeZone).toBe((await planner.get('/organisation')).body.timeZone)
    const delays = ({ delayed }: PromiseAnswer) =>
      delayed.map(({ projectName, becomesLate, movedDays }) => [projectName, becomesLate, movedDays]).sort()
    expect(answers.map((answer) => [answer.kind, answer.priority, daysFromNow(answer.completionDate)])).toEqual([
      ['behindAll', 50, 3],
      ['byPriority', 50, 2],
      ['first', 100, 1],
    ])
    expect(answers.map(delays)).toEqual([
      [],
      [['Low', true, 1]],
      [
        ['High', true, 1],
        ['Low', true, 1],
      ],
    ])
    expect(answers[0]?.limit).toMatchObject({ categoryId: sawId, name: 'Saw', workHours: 24, supplier: '' })
    expect(answers[0]?.limit?.waitHours).toBeCloseTo(48, 0)
    expect(await shopState(ctx)).toEqual(before)
  })

  it('refuse more hours in all than one operation may have, in words', async () => {
    const operations = Array.from({ length: 200 }, () => ({ name: 'Cut', categoryId: sawId, durationHours: 501 }))
    expect(await planner.post('/promise-dates', { ...question, operations })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'operations', message: 'At most 100,000 hours in all' }] },
    })
  })

  it('refuse a work center that the organization does not have, no operation, and too many', async () => {
    const refusal = async (operations: object[]) =>
      (await planner.post('/promise-dates', { ...question, operations })).status
    expect(await refusal([{ name: 'Cut', categoryId: randomUUID(), durationHours: 1 }])).toBe(400)
    expect(await refusal([])).toBe(400)
    const step = { name: 'Cut', categoryId: sawId, durationHours: 1 }
    expect(await refusal(Array.from({ length: 201 }, () => step))).toBe(400)
    expect(await refusal(Array.from({ length: 200 }, () => step))).toBe(200)
  })
})

describe('operations with people, alternatives, setup families and lags', () => {
  let crewId: string
  let millId: string

  beforeEach(async () => {
    const admin = await server.contextOf(tenant.admin)
    crewId = (await buildCategory(admin, { name: 'Crew', kind: 'pool' })).categoryId
    millId = (await buildCategory(admin, { name: 'Mill' })).categoryId
  })

  const detailed = () => [
    {
      name: 'Cut',
      categoryId: sawId,
      durationHours: 24,
      description: 'Use the fine blade',
      setupFamily: 'Steel',
      alternatives: [{ categoryId: millId, durationHours: 30 }],
    },
    { name: 'Deburr', categoryId: null, durationHours: 6, setupHours: 1, hoursPerPiece: 0.5, quantity: 10 },
    {
      name: 'Pack',
      categoryId: null,
      durationHours: 2,
      after: [0, 1],
      poolId: crewId,
      dependencyLagHours: { 1: 8 },
      dependencyLagUnits: { 1: 'calendar' },
      dependencyOverlapPercent: { 0: 50 },
    },
  ]

  it('decide the answer, and stay with the project that is created', async () => {
    question = { ...question, operations: detailed() }
    const answer = await answerOf('behindAll')
    expect(daysFromNow(answer.completionDate)).toBe(2)
    const { status, body, text } = await create(answer)
    expect(status, text).toBe(201)
    const { projectOperations: made } = (await planner.get(`/projects/${body.project.projectId}/operations`)).body
    const [cut, deburr] = made
    expect(made).toMatchObject([
      {
        name: 'Cut',
        description: 'Use the fine blade',
        categoryId: millId,
        durationHours: 30,
        alternatives: [{ categoryId: sawId, durationHours: 24 }],
        setupFamily: 'Steel',
        ...scheduled(answer, 0),
      },
      {
        name: 'Deburr',
        setupHours: 1,
        hoursPerPiece: 0.5,
        quantity: 10,
        durationHours: 6,
        ...scheduled(answer, 1),
      },
      {
        name: 'Pack',
        poolId: crewId,
        dependencies: [cut.operationId, deburr.operationId],
        dependencyLagHours: { [deburr.operationId]: 8 },
        dependencyLagUnits: { [deburr.operationId]: 'calendar' },
        dependencyOverlapPercent: { [cut.operationId]: 50 },
        ...scheduled(answer, 2),
      },
    ])
    const created = (await planner.get(`/projects/${body.project.projectId}`)).body
    expect(created.forecastCompletionDate).toBe(answer.completionDate)
  })

  it('each detail of a question is a field of the created operation', async () => {
    const sample = (): Readonly<Record<keyof AskedDetails, unknown>> => ({
      description: 'Use the fine blade',
      partNumber: 'PN-4711',
      poolId: crewId,
      alternatives: [{ categoryId: millId, durationHours: 60 }],
      categoryFixed: true,
      setupFamily: 'Steel',
      setupHours: 2,
      hoursPerPiece: 0.5,
      quantity: 10,
      transferBatch: 2,
      dependencyLagHours: { 0: 8 },
      dependencyLagUnits: { 0: 'calendar' },
      dependencyMaxLagHours: { 0: 24 },
      dependencyOverlapPercent: { 0: 40 },
      materialReadyDate: new Date(server.clock.now().getTime() + 96 * hour).toISOString(),
      materialNote: 'Castings from Olsen',
    })
    // An operation with setup hours or hours per piece has no alternatives.
    const { alternatives, ...ofPieces } = sample()
    const { setupHours, hoursPerPiece, quantity, transferBatch, ...ofHours } = sample()
    const named = { name: 'Cut', categoryId: sawId }
    const steps = [
      { name: 'Cast', categoryId: null, durationHours: 1 },
      { ...named, durationHours: 7, after: [0], ...ofPieces },
      { ...named, durationHours: 12, after: [0], ...ofHours },
    ]
    question = { ...question, operations: steps }
    const answer = await answerOf('first')
    const { status, body, text } = await create(answer)
    expect(status, text).toBe(201)
    const { projectOperations: made } = (await planner.get(`/projects/${body.project.projectId}/operations`)).body
    for (const [place, details] of [ofPieces, ofHours].entries()) {
      const byId = (value: unknown) =>
        typeof value === 'object' && value !== null && '0' in value && !Array.isArray(value)
          ? { [made[0].operationId]: value[0] }
          : value
      const expected = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, byId(value)]))
      expect(made[place + 1]).toMatchObject({ ...expected, ...scheduled(answer, place + 1) })
    }
    const created = (await planner.get(`/projects/${body.project.projectId}`)).body
    expect(created.forecastCompletionDate).toBe(answer.completionDate)
  })

  it('wait for their material', async () => {
    const materialReadyDate = new Date(server.clock.now().getTime() + 240 * hour).toISOString()
    question = { ...question, operations: [{ name: 'Cut', categoryId: sawId, durationHours: 24, materialReadyDate }] }
    expect(daysFromNow((await answerOf('first')).completionDate)).toBe(11)
  })

  it('wait for people who are busy, who are named', async () => {
    const { projectId } = await buildProject(ctx, { projectName: 'Fair', plannedShipDate: null })
    const nowMs = server.clock.now().getTime()
    await buildOperation(ctx, projectId, {
      name: 'Set up',
      categoryId: millId,
      poolId: crewId,
      durationHours: 96,
      pinned: false,
      scheduledStartDate: new Date(nowMs).toISOString(),
      scheduledEndDate: new Date(nowMs + 96 * hour).toISOString(),
    })
    question = { ...question, operations: [{ name: 'Fit', categoryId: null, poolId: crewId, durationHours: 4 }] }
    const { completionDate, limit } = await answerOf('behindAll')
    expect(Math.round((Date.parse(completionDate ?? '') - nowMs) / hour)).toBe(100)
    expect(limit).toMatchObject({ categoryId: crewId, name: 'Crew' })
  })

  it.each([
    ['a work center in place of a pool', () => ({ poolId: millId }), 400, 'Not a pool of this organization'],
    ['a pool in place of a work center', () => ({ categoryId: crewId }), 400, 'Not a work center of this organization'],
    [
      'an unknown alternative',
      () => ({ alternatives: [{ categoryId: randomUUID(), durationHours: 1 }] }),
      ...([400, 'Not a work center of this organization'] as const),
    ],
    ['a lag after an operation for which it does not wait', () => ({ dependencyLagHours: { 0: 4 } }), 400, 'A lag or'],
    [
      'alternatives beside hours per piece',
      () => ({ hoursPerPiece: 1, alternatives: [{ categoryId: millId, durationHours: 1 }] }),
      ...([422, 'one work center only'] as const),
    ],
  ])('refuse %s', async (_, over, status, words) => {
    const operations = [{ name: 'Cut', categoryId: sawId, durationHours: 1, ...over() }]
    const refused = await planner.post('/promise-dates', { ...question, operations })
    expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(words)])
  })
})

describe('a project made of an answer', () => {
  it.each(['behindAll', 'byPriority', 'first'] as const)(
    'has the dates and the priority of the answer %s, and the forecast agrees about it and about the others',
    async (kind) => {
      const answer = await answerOf(kind)
      const { status, body, text } = await create(answer)
      expect(status, text).toBe(201)
      const { projectId } = body.project
      expect(body.project).toMatchObject({ projectName: 'New', priority: answer.priority })
      const all: { projectId: string; projectName: string; forecastCompletionDate: string; latenessDays: number }[] = (
        await planner.get('/projects')
      ).body
      const created = all.find((project) => project.projectId === projectId)
      expect(created).toMatchObject({ forecastCompletionDate: answer.completionDate, state: 'atRisk', latenessDays: 0 })
      const late = all.filter(({ latenessDays }) => latenessDays > 0).map(({ projectName }) => projectName)
      expect(late.sort()).toEqual(answer.delayed.map(({ projectName }) => projectName).sort())
      const { projectOperations: made } = (await planner.get(`/projects/${projectId}/operations`)).body
      expect(made).toMatchObject([
        { name: 'Cut', durationHours: 24, dependencies: [], pinned: false, ...scheduled(answer, 0) },
        { name: 'Pack', durationHours: 2, dependencies: [made[0].operationId], ...scheduled(answer, 1) },
      ])
    },
  )

  it.each(['behindAll', 'first'] as const)(
    'of the answer %s is undone and redone as a whole, exactly',
    async (kind) => {
      const before = await shopState(ctx)
      const { body } = await create(await answerOf(kind))
      const after = await shopState(ctx)
      expect(after).not.toEqual(before)
      const undone = await planner.post(`/changes/${body.changeId}/undo`)
      expect([undone.status, undone.body.left]).toEqual([200, []])
      expect(await shopState(ctx)).toEqual(before)
      expect((await planner.post(`/changes/${body.changeId}/redo`)).status).toBe(200)
      expect(await shopState(ctx)).toEqual(after)
    },
  )

  it('has the predecessors that the question names, and a question names only operations before', async () => {
    const step = { name: 'Step', categoryId: null, durationHours: 1 }
    const ahead = { ...question, operations: [{ ...step, after: [1] }, step] }
    expect((await planner.post('/promise-dates', ahead)).status).toBe(400)
    question = { ...question, operations: [step, { ...step, after: [] }, { ...step, after: [0, 1] }] }
    const { body } = await create(await answerOf('behindAll'))
    const { projectOperations: made } = (await planner.get(`/projects/${body.project.projectId}/operations`)).body
    const [one, two] = made
    const waits = made.map(({ dependencies }: { dependencies: string[] }) => dependencies.toSorted())
    expect(waits).toEqual([[], [], [one.operationId, two.operationId].toSorted()])
  })

  it('is announced as such when others make room for it', async () => {
    const { body } = await create(await answerOf('first'))
    const created = { projectNumber: body.project.projectNumber, operations: 2 }
    const { cause } = (await server.as(tenant.admin).get('/notifications')).body.find(
      (one: { cause?: { madeBy?: string } }) => one.cause?.madeBy === 'promiseDate',
    )
    expect(cause.created).toEqual(created)
  })

  it('records how many operations of other projects were behind plan, in the run, its history and the question before undo', async () => {
    // Sawing was planned to start before its predecessor ends. It will start so late that the new work comes first.
    const { projectId } = await buildProject(ctx, { projectName: 'Behind', plannedShipDate: null })
    const step = (name: string, fromHours: number, more: OperationInput) =>
      buildOperation(ctx, projectId, {
        name,
        durationHours: 24,
        pinned: false,
        ...more,
        scheduledStartDate: new Date(server.clock.now().getTime() + fromHours * hour).toISOString(),
        scheduledEndDate: new Date(server.clock.now().getTime() + (fromHours + 24) * hour).toISOString(),
      })
    const { operationId } = await step('Cast', 0, { durationHours: 300 })
    await step('Saw', 40, { categoryId: sawId, dependencies: [operationId] })
    const { body } = await create(await answerOf('behindAll'))
    const [run] = (await planner.get('/scheduling-runs')).body
    const moved = { changedOperations: run.changedOperations, movedAsForecast: run.changedOperations }
    const said = { madeBy: 'promiseDate', created: { projectNumber: body.project.projectNumber, operations: 2 } }
    expect(run.changedOperations).toBeGreaterThan(0)
    expect(run).toMatchObject({ ...moved, ...said })
    const { body: dashboard } = await planner.get('/dashboard')
    expect(dashboard.lastRun.run).toMatchObject({ ...moved, ...said })
    const changes: { field: string; to: unknown }[] = dashboard.activity[0].entry.changes
    expect(Object.fromEntries(changes.map(({ field, to }) => [field, to]))).toMatchObject({ ...moved, ...said })
    const { question: asked } = (await planner.post('/changes/undo-last', { asksBeforeRun: true })).body
    expect(asked).toMatchObject({ ...moved, ...said })
    expect((await planner.post(`/changes/${body.changeId}/undo`)).status).toBe(200)
    const [undone] = (await planner.get('/history?entity=schedulingRun')).body.entries
    expect(undone.changes).toContainEqual({ field: 'created', from: null, to: said.created })
  })

  it('a planner creates no promised project for which others make room, if only admins apply plans for the whole shop', async () => {
    const admin = server.as(tenant.admin)
    const { body: before } = await create(await answerOf('first'))
    expect((await admin.put('/organisation', { plannersApplyPlans: false })).status).toBe(200)
    const stored = await shopState(ctx)
    const error = 'Only admins of this organization can put a plan for the whole shop in force.'
    expect(await create(await answerOf('first'))).toMatchObject({ status: 403, body: { error } })
    // The author of an earlier one cannot take it back alone any more.
    expect(await planner.post(`/changes/${before.changeId}/undo`)).toMatchObject({ status: 403, body: { error } })
    expect(await shopState(ctx)).toEqual(stored)
    expect((await create(await answerOf('behindAll'), { projectName: 'Behind' })).status).toBe(201)
    expect((await admin.post(`/changes/${before.changeId}/undo`)).status).toBe(200)
  })

  it('takes another ship date, number and customer', async () => {
    const answer = await answerOf('behindAll')
    const project = { projectNumber: 'Q-7', customerName: 'Acme', plannedShipDate: '2027-01-15T08:00:00.000Z' }
    expect((await create(answer, project)).body.project).toMatchObject(project)
    expect((await create(await answerOf('behindAll'), project)).status).toBe(409)
  })

  it('is refused when the answer has become another one, and then nothing is stored', async () => {
    const answer = await answerOf('byPriority')
    await buildProject(ctx, { projectName: 'Other' })
    expect((await create(answer)).status).toBe(201)
    const before = await shopState(ctx)
    const refused = await create(answer)
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('Show the dates again') } })
    expect(await shopState(ctx)).toEqual(before)
  })
})

const scheduled = ({ operations }: PromiseAnswer, index: number) => ({
  scheduledStartDate: operations[index]?.startDate,
  scheduledEndDate: operations[index]?.endDate,
})
