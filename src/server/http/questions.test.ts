import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxRoutingHours, maxRoutingSteps } from '#contract/promise-date.ts'
import { hourMs } from '#domain/time/units.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { filesOnMainThread } from '#testing/main-thread-profile.ts'
import { withApiToken } from '#testing/role-matrix/actors.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../context.ts'
import { keepForecast } from '../services/forecasts/current-forecast.ts'
import { askInTurn, questionsOf } from '../services/scheduling/ask-in-turn.ts'

/** A request of one person that takes a thread. */
interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** The version that was seen. */
  readonly version?: number
}

let server: TestServer
let origin: string
let shop: TenantContext
/** Asks the questions. */
let asker: Actor
let colleague: Actor
/** Works in another organization. */
let neighbor: Actor
let questions: Readonly<Record<string, Question>>

const all = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A project that was to ship yesterday, so that something is asked about it. */
const makeLate = async (projectId: string, operationId: string): Promise<void> => {
  const at = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs).toISOString()
  const dates = { scheduledStartDate: at(24), scheduledEndDate: at(48) }
  await server.as(asker).put(`/project-operations/projects/${projectId}/operations/${operationId}`, dates)
  await server.as(asker).put(`/projects/${projectId}`, { plannedShipDate: at(-24) })
}

beforeAll(async () => {
  server = await startServer()
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  shop = await runTestShop(server.services, { projects: 30, operations: 6 })
  const memberOf = [{ tenantId: shop.tenantId, isAdmin: true }]
  asker = await server.newUser({ memberOf })
  colleague = await server.newUser({ memberOf })
  neighbor = (await server.newTenant()).planner
  const { rows } = await server.services.db.withTenant(shop, (tx) =>
    tx.execute<{ projectId: string; operationId: string; categoryId: string }>(
      sql`select project_id as "projectId", operation_id as "operationId", category_id as "categoryId" from operations
        where tenant_id = ${shop.tenantId} and category_id is not null order by operation_id`,
    ),
  )
  const [first] = rows
  if (!first) throw new Error('The shop is empty')
  await makeLate(first.projectId, first.operationId)
  const centers = [...new Set(rows.map(({ categoryId }) => categoryId))]
  const target = { operations: rows.map(({ operationId }) => ({ operationId })) }
  const longer = rows.map(({ projectId, operationId }) => ({
    kind: 'operation',
    projectId,
    operationId,
    fields: { durationHours: 2_000 },
  }))
  const routing = {
    operations: all(maxRoutingSteps).map((index) => ({
      name: `Step ${index}`,
      categoryId: centers[index % centers.length],
      durationHours: maxRoutingHours / maxRoutingSteps,
      after: all(index),
    })),
    priority: 5,
    earliestStart: null,
  }
  const proposal = (method: string, changes: readonly object[]) => ({
    method: 'POST' as const,
    path: '/proposals',
    body: { method, changes },
  })
  const stored = async () => {
    const { body } = await server.as(asker).post('/proposals', { method: 'keepSequence', changes: longer.slice(0, 1) })
    return { path: `/proposals/${body.proposalId}`, version: Number(body.version) }
  }
  const toApply = await stored()
  const table = {
    header: ['Project number', 'Name', 'Operation', 'Hours'],
    columns: ['projectNumber', 'projectName', 'operationName', 'durationHours'],
    rows: all(2_000).map((row) => [`${row % 90}`, 'Imported', `Operation ${row}`, '7.5']),
    dateOrder: 'auto',
    chained: true,
  }
  questions = {
    'a promise date': { method: 'POST', path: '/promise-dates', body: routing },
    'the odds of a promise date': {
      method: 'POST',
      path: '/promise-dates/odds',
      body: { question: routing, kind: 'first' },
    },
    'a project made of a promise date': {
      method: 'POST',
      path: '/promise-dates/project',
      body: {
        question: routing,
        kind: 'first',
        seen: { shipDate: '2026-12-01T08:00:00Z', delayedCount: 0 },
        project: {},
      },
    },
    'a proposal that keeps the sequence': proposal('keepSequence', longer.slice(0, 150)),
    'a proposal with a bulk action': proposal('keepSequence', [
      { kind: 'bulk', target, action: { kind: 'nextFreeSlot' } },
    ]),
    'a proposal to schedule everything': proposal('optimize', []),
    'a refreshed proposal': { method: 'POST', path: `${(await stored()).path}/refresh`, body: {} },
    'an applied proposal': { method: 'POST', path: `${toApply.path}/apply`, version: toApply.version },
    'what scheduling everything would do': { method: 'GET', path: '/scheduling-effect' },
    'what would help a late project': { method: 'GET', path: `/projects/${first.projectId}/remedies` },
    'a preview of moves': {
      method: 'POST',
      path: '/operations/bulk/preview',
      body: { target, action: { kind: 'nextFreeSlot' } },
    },
    'moves of many operations': {
      method: 'POST',
      path: '/operations/bulk',
      body: { target, action: { kind: 'rescheduleBy', workingDays: 250 } },
    },
    'the table in a file': { method: 'POST', path: '/imports/read', body: { text: 'Project number,Operation\n1,Cut' } },
    'a checked import': { method: 'POST', path: '/imports/preview', body: table },
    'an import': { method: 'POST', path: '/imports', body: { ...table, seen: 'nothing', leavesOutFailed: false } },
    'a checked import of holidays': {
      method: 'POST',
      path: '/imports/settings/preview',
      body: {
        kind: 'holidays',
        header: ['Name', 'Date'],
        columns: ['holidayName', 'holidayDate'],
        rows: [],
        dateOrder: 'auto',
      },
    },
    'a spreadsheet': { method: 'GET', path: '/exports/operations?format=xlsx' },
  }
  await keepForecast(shop)
})
afterAll(async () => {
  server.app.server.closeAllConnections()
  await server.close()
})

const nobodyAsks = () => expect.poll(() => questionsOf(server.services).people.people).toBe(0)

/** Over a connection, as a browser or a program. */
const send = (actor: Actor, { method, path, body, version }: Question, signal?: AbortSignal) =>
  fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(actor.apiToken === undefined
        ? { cookie: `__Host-sid=${actor.sessionSecret}`, 'x-requested-with': 'test', 'sec-fetch-site': 'same-origin' }
        : { authorization: `Bearer ${actor.apiToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })

const question = (name: string): Question => {
  const found = questions[name]
  if (!found) throw new Error(`No question named ${name}`)
  return found
}

/** What computes on a shop, with everything that it needs working time for. */
const engines = [
  'domain/scheduling/schedule-shop.ts',
  'domain/operations/next-free-slots.ts',
  'domain/operations/move-operation.ts',
  'domain/forecast/forecast-shop.ts',
  'domain/promise-date/promise-answers.ts',
  'domain/remedies/project-remedies.ts',
]

describe('load of questions', () => {
  it('the main thread runs no engine, whatever question is asked', async () => {
    // The profile notices an engine that runs on this thread.
    const { randomShop } = await import('#testing/bench/random-shop.ts')
    const { forecastShop } = await import('#domain/forecast/forecast-shop.ts')
    const small = randomShop({ seed: 1, projects: 40, operations: 5, categories: 4, trouble: 0 })
    const here = await filesOnMainThread(async () => forecastShop(small))
    expect([...here]).toEqual(expect.arrayContaining(['domain/forecast/forecast-shop.ts']))
    const answered: Record<string, number> = {}
    const files = await filesOnMainThread(async () => {
      server.clock.advance(2 * 60_000)
      answered['the forecast'] = (await send(asker, { method: 'GET', path: '/dashboard' })).status
      for (const [name, asked] of Object.entries(questions)) answered[name] = (await send(asker, asked)).status
    })
    expect(engines.filter((engine) => files.has(engine))).toEqual([])
    // These two were asked about something that is out of date by now. They compute before they are refused.
    const outOfDate = ['a project made of a promise date', 'an import']
    const expected = (name: string) => (outOfDate.includes(name) ? [409] : [200, 201])
    expect(Object.entries(answered).filter(([name, status]) => !expected(name).includes(status))).toEqual([])
  })

  it('other people are answered while one person asks the largest questions, 16 at once', async () => {
    const longest = { health: 0, others: 0 }
    const statuses = new Set<number>()
    let isOver = false
    const time = async (of: keyof typeof longest, path: string, actor: Actor) => {
      const beganMs = performance.now()
      statuses.add((await send(actor, { method: 'GET', path })).status)
      longest[of] = Math.max(longest[of], performance.now() - beganMs)
    }
    const look = async () => {
      await time('health', '/health', neighbor)
      for (const path of ['/projects', '/dashboard', '/operations?tab=overdue&limit=50']) {
        await time('others', path, colleague)
        await time('others', path, neighbor)
      }
    }
    // The forecasts are there, and stay current.
    await look()
    Object.assign(longest, { health: 0, others: 0 })
    const others = (async () => {
      while (!isOver) await look()
    })()
    const answers: number[] = []
    for (const name of [
      'a promise date',
      'a preview of moves',
      'a proposal that keeps the sequence',
      'a checked import',
    ]) {
      await nobodyAsks()
      const asked = await Promise.all(all(16).map(() => send(asker, question(name))))
      answers.push(...asked.map(({ status }) => status))
      for (const refused of asked.filter(({ status }) => status === 429)) {
        expect(refused.headers.get('retry-after')).toBe('2')
        expect(await refused.json()).toMatchObject({ error: expect.stringMatching(/^Two of your .* still running\. /) })
      }
    }
    isOver = true
    await others
    expect([...new Set(answers)].filter((status) => ![200, 201, 429, 503].includes(status))).toEqual([])
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(40)
    expect([...statuses]).toEqual([200])
    // On this thread, sixteen promise dates alone took more than this on a fast machine.
    expect(Math.max(longest.health, longest.others)).toBeLessThan(10_000)
  })
})

describe('limits of a person', () => {
  it.each([
    'a promise date',
    'a project made of a promise date',
    'a proposal that keeps the sequence',
    'a proposal with a bulk action',
    'a proposal to schedule everything',
    'a refreshed proposal',
    'what would help a late project',
    'a preview of moves',
    'moves of many operations',
    'the table in a file',
    'a checked import',
    'an import',
    'a checked import of holidays',
    'a spreadsheet',
  ])('a third question is refused by session and by API token, and a colleague is answered: %s', async (name) => {
    const ctx = await server.contextOf(asker)
    const done = Promise.withResolvers<void>()
    const held = [askInTurn(ctx, 'plan', () => done.promise), askInTurn(ctx, 'plan', () => done.promise)]
    const token = await withApiToken(server.services, asker, { tenantId: shop.tenantId, scope: 'plan' })
    const [refused, ofToken, ofColleague] = [
      await send(asker, question(name)),
      await send(token, question(name)),
      await send(colleague, question('the table in a file')),
    ]
    done.resolve()
    await Promise.all(held)
    await nobodyAsks()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    // Files and imports are not open to tokens.
    expect([429, 401, 403]).toContain(ofToken.status)
    expect(ofColleague.status).toBe(200)
  })
})

describe('limits of imports and downloads', () => {
  it('a third of one person is refused before its body is read, and a colleague is answered', async () => {
    const { db } = server.services
    const { readTenant } = db
    const release = Promise.withResolvers<void>()
    let held = 0
    Object.assign(db, {
      readTenant: async (...asked: Parameters<typeof readTenant>) => {
        held += 1
        await release.promise
        return readTenant.apply(db, asked)
      },
    })
    const csv: Question = { method: 'GET', path: '/exports/operations?format=csv' }
    const underWay = [send(asker, csv), send(asker, question('a checked import'))]
    await expect.poll(() => held).toBeGreaterThanOrEqual(2)
    const unreadable: Question = { method: 'POST', path: '/imports/preview', body: 'no table' }
    const refused = [await send(asker, csv), await send(asker, unreadable)]
    const ofColleague = send(colleague, csv)
    Object.assign(db, { readTenant })
    release.resolve()
    for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([429, '2'])
    expect(await refused[0]?.json()).toMatchObject({ error: expect.stringContaining('imports or downloads are still') })
    for (const answer of [...underWay, ofColleague]) expect((await (await answer).text()).length).toBeGreaterThan(0)
    await expect.poll(async () => (await send(asker, csv)).status).toBe(200)
  })
})

describe('questions whose caller leaves', () => {
  it('a question ends when its caller leaves, and the next one begins', async () => {
    const { turns } = questionsOf(server.services)
    const left = new AbortController()
    const before = server.logs.length
    const asked = send(asker, question('a promise date'), left.signal).catch(() => 'left')
    const waiting = send(asker, question('a promise date'), left.signal).catch(() => 'left')
    await expect.poll(() => turns.shop.waiting, { interval: 1 }).toBe(1)
    left.abort()
    expect(await Promise.all([asked, waiting])).toEqual(['left', 'left'])
    await nobodyAsks()
    expect(turns.shop.waiting).toBe(0)
    const lines = server.logs.slice(before).map((line) => JSON.parse(line) as { level: number; msg: string })
    expect(lines.filter(({ msg }) => msg === 'request broken off')).toHaveLength(2)
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
    expect((await send(colleague, question('a proposal that keeps the sequence'))).status).toBe(201)
  })

  it('a question goes on while another caller waits for the same answer', async () => {
    server.clock.advance(2 * 60_000)
    await keepForecast(shop)
    const ctx = await server.contextOf(neighbor)
    // Nothing else is answered until both wait.
    const release = Promise.withResolvers<void>()
    const held = askInTurn(ctx, 'plan', () => release.promise)
    const left = new AbortController()
    const first = send(asker, question('what would help a late project'), left.signal).catch(() => 'left')
    await expect.poll(() => questionsOf(server.services).turns.plan.waiting).toBe(1)
    const second = send(colleague, question('what would help a late project'))
    await setTimeout(100)
    left.abort()
    expect(await first).toBe('left')
    release.resolve()
    await held
    expect((await second).status).toBe(200)
  })
})
