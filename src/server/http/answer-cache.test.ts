import zlib from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { callAs } from '#testing/call-as.ts'
import { runUntil } from '#testing/run-test-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { buildApp } from '../app.ts'
import { type AppServices, newServices } from '../context.ts'
import { readEnv } from '../env.ts'
import { startRunner } from '../jobs/start-runner.ts'
import { Random } from '../seed/random.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'
import { AnswerCache, answersOf, type CachedAnswer } from './answer-cache.ts'
import { allRoutes } from './routes/all-routes.ts'

let server: TestServer
/** A second process on the same database, which cannot count the commits of the first, as every process on PostgreSQL. */
let other: FastifyInstance
/** Reads everything again for each call. */
let fresh: FastifyInstance
let hits = 0

const countingHits = (services: AppServices): AppServices => {
  const answers = answersOf(services)
  const find = answers.find.bind(answers)
  vi.spyOn(answers, 'find').mockImplementation((key, asOf) => {
    const found = find(key, asOf)
    if (found) hits += 1
    return found
  })
  return services
}
const withoutAnswers = (services: AppServices): AppServices => {
  vi.spyOn(answersOf(services), 'find').mockReturnValue(undefined)
  return services
}
// As in production: in tests a cached answer would be checked against a new reading.
const appWith = (services: AppServices) =>
  buildApp({ ...services, env: readEnv({ NODE_ENV: 'production', LOG_LEVEL: 'fatal' }) })
let ours: FastifyInstance
beforeAll(async () => {
  server = await startServer()
  const another = { ...server.services, db: { ...server.services.db, commits: () => null } }
  ours = await appWith(countingHits(server.services))
  other = await appWith(countingHits(newServices(another)))
  fresh = await appWith(withoutAnswers(newServices(another)))
})
afterAll(async () => {
  for (const app of [ours, other, fresh]) await app.close()
  await server.close()
})

const cached = allRoutes({
  readiness: { takesWork: true },
  reporter: { report: async () => false },
  socketUrl: null,
  webhookOrigins: new Set(),
}).filter(({ caching }) => caching !== null)

interface Shop extends TestTenant {
  readonly projectIds: string[]
  readonly operationIds: string[]
}

const openShop = async (): Promise<Shop> => {
  const tenant = await server.newTenant({ timeZone: 'America/Chicago' })
  const shop = { ...tenant, projectIds: [] as string[], operationIds: [] as string[] }
  const as = server.as(shop.admin)
  const shift = { name: 'Day', periods: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: '06:00', end: '14:30' })) }
  const { body } = await as.post('/shifts', shift)
  await as.put('/organisation', { defaultShiftId: body.shiftId ?? body.id })
  await as.post('/categories', { name: 'Milling', color: '#112233' })
  for (let n = 0; n < 3; n += 1) {
    const { body: project } = await as.post('/projects', { projectName: `Press ${n}`, plannedShipDate: '2026-11-24' })
    shop.projectIds.push(project.projectId)
    const operation = { name: 'Cut', durationHours: 8 }
    const { body: made } = await as.post(`/projects/${project.projectId}/operations`, operation)
    shop.operationIds.push(made.operationId)
  }
  return shop
}

const pathOf = (path: string, { projectIds, operationIds }: Shop, at: number): string => {
  const ids: Record<string, string | undefined> = { projectId: projectIds[at], operationId: operationIds[at] }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => ids[name === 'id' ? 'projectId' : name] ?? '')
  const query: Record<string, string> = {
    '/project-operations/batch': `?projectIds=${projectIds.join('&projectIds=')}`,
    '/operations': '?tab=all&limit=50',
  }
  return `${filled}${query[path] ?? ''}`
}

/** Changes to an organization by people, runs and time. */
const randomWrites = (random: Random) => {
  const app = () => random.pick([ours, other, fresh])
  const as = (actor: Actor) => callAs(app(), actor)
  const project = (shop: Shop) => `/projects/${random.pick(shop.projectIds)}`
  return [
    (shop: Shop) => as(shop.planner).post('/projects', { projectName: `Press ${random.integer(1, 99)}` }),
    (shop: Shop) => as(shop.planner).patch(project(shop), { priority: random.integer(0, 100) }),
    (shop: Shop) => as(shop.planner).patch(project(shop), { plannedShipDate: `2026-11-2${random.integer(0, 9)}` }),
    (shop: Shop) => as(shop.planner).post(`${project(shop)}/operations`, { name: 'Weld', durationHours: 4 }),
    (shop: Shop) => as(shop.admin).put('/organisation', { timeZone: random.pick(['Asia/Tokyo', 'America/Chicago']) }),
    (shop: Shop) => as(shop.admin).post('/categories', { name: `Center ${random.next()}`, color: '#445566' }),
    (shop: Shop) => as(shop.admin).post('/holidays', { name: 'Closed', date: `2026-12-${random.integer(10, 28)}` }),
    (shop: Shop) => as(shop.planner).post('/changes/undo-last'),
    (shop: Shop) =>
      as(shop.planner).post('/operations/snoozes', {
        target: { filter: { tab: 'all' } },
        untilDate: '2026-12-24',
        reason: 'Parts are coming',
      }),
    (shop: Shop) => {
      const [startsAt, endsAt] = [0, 2].map((hours) =>
        new Date(server.clock.now().getTime() + hours * hourMs).toISOString(),
      )
      return as(shop.planner).post('/calendar-exceptions', { kind: 'downtime', name: 'Repair', startsAt, endsAt })
    },
    async (shop: Shop) => {
      const ctx = await server.contextOf(shop.planner)
      await runUntil(ctx, (await startRun(ctx, { projectId: null })).runId)
    },
    async () => server.clock.advance(random.pick([400, 7_000, 61_000])),
  ]
}

const textOf = async (app: FastifyInstance, actor: Actor, path: string) => {
  const { status, text } = await callAs(app, actor).get(path)
  return status === 200 ? text : status
}

describe('a cached answer', () => {
  it('belongs to a GET endpoint for members', () => {
    expect(cached.length).toBeGreaterThan(10)
    for (const { endpoint } of cached) expect([endpoint.method, endpoint.access]).toEqual(['GET', 'tenant'])
  })

  it('equals the stored data after any change, for every reader, in every process', async () => {
    const random = new Random(20_261_121)
    const runner = startRunner(server.services, { info: () => undefined, error: () => undefined })
    const shops = [await openShop(), await openShop()]
    const doings = randomWrites(random)
    let answered = 0
    for (let step = 0; step < 36; step += 1) {
      const shop = random.pick(shops)
      const paths = [0, 1].map(() => pathOf(random.pick(cached).endpoint.path, shop, random.integer(0, 2)))
      // Some of the answers are read while the change is being written.
      const doing = random.pick(doings)(shop)
      for (const path of paths) await textOf(random.pick([ours, other]), shop.planner, path)
      await doing
      for (const path of paths) {
        const stored = await textOf(fresh, shop.admin, path)
        for (const app of [ours, other]) {
          for (const actor of [shop.planner, shop.admin]) expect(await textOf(app, actor, path), path).toEqual(stored)
        }
        if (typeof stored === 'string') answered += 1
      }
    }
    await runner.close()
    expect(answered).toBeGreaterThan(40)
    expect(hits).toBeGreaterThan(20)
  })

  it('belongs to one organization, one record and one minute', async () => {
    // 23:45 in Chicago.
    server.clock.set('2026-11-21T05:45:00Z')
    const [{ planner, projectIds }, neighbor] = [await openShop(), await openShop()]
    // Both organizations have the same change number.
    for (const shop of [{ planner, projectIds }, neighbor]) {
      expect(await textOf(ours, shop.planner, '/projects')).toContain(shop.projectIds[0])
    }
    await callAs(ours, planner).patch(`/projects/${projectIds[0]}`, { plannedShipDate: '2026-11-20' })
    const dueOf = async (id?: string) => JSON.parse(String(await textOf(ours, planner, `/projects/${id}`))).pastDueDays
    const daysNow = async () => [await dueOf(projectIds[0]), await dueOf(projectIds[1])]
    for (let times = 0; times < 2; times += 1) expect(await daysNow()).toEqual([null, null])
    server.clock.advance(16 * 60_000)
    expect(await daysNow()).toEqual([1, null])
    for (const ms of [100, 300, 700]) {
      server.clock.advance(ms)
      for (const path of ['/schedule', '/operations?tab=all', '/dashboard']) {
        const stored = await textOf(fresh, planner, path)
        for (const app of [ours, other]) expect(await textOf(app, planner, path), path).toBe(stored)
      }
    }
  })

  it('is compressed once for all browsers, and is the same for a client without compression', async () => {
    const { planner, admin } = await openShop()
    for (let n = 0; n < 12; n += 1) await callAs(ours, planner).post('/projects', { projectName: `Frame ${n}` })
    const ask = async ({ sessionSecret }: Actor, encoding?: string) => {
      const headers = { cookie: `__Host-sid=${sessionSecret}`, ...(encoding && { 'accept-encoding': encoding }) }
      const { rawPayload, headers: answered } = await ours.inject({ url: '/api/projects', headers })
      return { rawPayload, encoding: answered['content-encoding'], vary: String(answered.vary) }
    }
    const plain = await ask(planner)
    expect(plain.encoding).toBeUndefined()
    const pack = vi.spyOn(zlib, 'brotliCompress')
    const packed = await Promise.all([planner, admin, planner].map((actor) => ask(actor, 'gzip, deflate, br, zstd')))
    for (const { rawPayload, encoding, vary } of packed) {
      expect([encoding, vary]).toEqual(['br', 'Origin, Accept-Encoding'])
      expect(zlib.brotliDecompressSync(rawPayload).equals(plain.rawPayload)).toBe(true)
    }
    expect(pack).toHaveBeenCalledTimes(1)
    pack.mockRestore()
    const zipped = await ask(planner, 'gzip')
    expect(zipped.encoding).toBe('gzip')
    expect(zlib.gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
  })

  it('holds no memory besides its own bytes', async () => {
    const { planner } = await openShop()
    const read = vi.spyOn(answersOf(server.services), 'read')
    await textOf(ours, planner, '/projects')
    const answers = await Promise.all(read.mock.results.map(({ value }) => value.settled))
    read.mockRestore()
    const buffers = await Promise.all(answers.flatMap(({ json, packed }: CachedAnswer) => [json, packed?.()]))
    const stored = buffers.filter((bytes) => bytes !== undefined)
    expect(stored.length).toBeGreaterThan(1)
    for (const bytes of stored) expect(bytes.buffer.byteLength).toBe(bytes.length)
  })

  it('is that of the first caller after a change, including the forecast', async () => {
    const { planner, projectIds } = await openShop()
    for (const path of ['/projects', '/schedule', '/operations?tab=all', `/projects/${projectIds[0]}`]) {
      await callAs(ours, planner).patch(`/projects/${projectIds[0]}`, { plannedShipDate: '2026-11-25' })
      await callAs(ours, planner).patch(`/projects/${projectIds[0]}`, { plannedShipDate: '2026-11-19' })
      await textOf(ours, planner, path)
      const lease = vi.spyOn(server.database.engine, 'lease')
      await textOf(ours, planner, path)
      // The session was looked up before the forecast was stored.
      expect(lease.mock.calls.length, path).toBe(1)
      lease.mockRestore()
    }
  })

  it('needs no transaction after a first call without a write where one process writes, and one where several write', async () => {
    const { planner } = await openShop()
    const lease = vi.spyOn(server.database.engine, 'lease')
    for (const [app, own] of [
      [ours, server.services.db.engine === 'embedded' ? 0 : 1],
      [other, 1],
    ] as const) {
      for (let times = 0; times < 2; times += 1) await textOf(app, planner, '/projects')
      lease.mockClear()
      expect(await textOf(app, planner, '/projects')).toContain('Press 2')
      expect(lease.mock.calls.length).toBe(own)
    }
    lease.mockRestore()
  })

  it('stays valid while other organizations save, and while people try to sign in', async () => {
    const [{ planner }, others] = [await openShop(), await openShop()]
    await textOf(ours, planner, '/projects')
    const read = vi.spyOn(answersOf(server.services), 'read')
    await callAs(ours, others.planner).patch(`/projects/${others.projectIds[0]}`, { priority: 7 })
    const credentials = { email: planner.email, password: 'Wrong-Password-1' }
    expect((await callAs(ours, null).post('/auth/login', credentials)).status).toBe(401)
    await textOf(ours, planner, '/projects')
    expect(read).not.toHaveBeenCalled()
    await callAs(ours, others.planner).get('/projects')
    expect(read).toHaveBeenCalledTimes(1)
    read.mockRestore()
  })
})

const mb = 1024 * 1024
const answerOf = (bytes: number) => async (): Promise<CachedAnswer> => ({
  json: Buffer.alloc(bytes / 2),
  version: null,
})

describe('the cache of answers', () => {
  it('stays within 16 MB and drops the least recently used answers first', async () => {
    const answers = new AnswerCache()
    const read = (key: string, bytes: number) => answers.read(key, '1', answerOf(bytes)).result()
    for (let n = 0; n < 5; n += 1) await read(`${n}`, 3 * mb)
    expect(answers.find('0', '1')).toBeDefined()
    for (let n = 5; n < 7; n += 1) await read(`${n}`, 3 * mb)
    expect(answers.bytes).toBeLessThan(16 * mb)
    const left = Array.from({ length: 7 }, (_, n) => `${n}`).filter((key) => answers.find(key, '1'))
    expect(left).toEqual(['0', '3', '4', '5', '6'])
    await read('huge', 5 * mb)
    expect(answers.find('huge', '1')).toBeUndefined()
    expect(left.every((key) => answers.find(key, '1'))).toBe(true)
    await read('6', 10)
    expect(answers.bytes).toBeLessThan(13 * mb)
  })

  it('returns an answer only as of the same change number and minute', async () => {
    const answers = new AnswerCache()
    await answers.read('list', '7', answerOf(10)).result()
    expect(answers.find('list', '7')).toBeDefined()
    expect(answers.find('list', '8')).toBeUndefined()
    expect(answers.find('another list', '7')).toBeUndefined()
  })

  it('does not store a reading that failed', async () => {
    const answers = new AnswerCache()
    const failing = answers.read('list', '1', () => Promise.reject(new Error('cut off')))
    await expect(failing.result()).rejects.toThrow('cut off')
    expect(answers.find('list', '1')).toBeUndefined()
    expect(answers.bytes).toBe(0)
  })
})

describe('a caller who was answered a moment ago', () => {
  const set = (statement: SQL) => server.services.db.withSystem((tx) => tx.execute(statement))
  it.each<[string, number, (shop: Shop) => Promise<unknown> | undefined]>([
    ['has signed out', 401, ({ admin }) => callAs(other, { ...admin }).post('/auth/logout')],
    ['is disabled', 401, ({ admin }) => set(sql`update users set status = 'Disabled' where user_id = ${admin.userId}`)],
    ['is deleted', 401, ({ admin }) => set(sql`delete from users where user_id = ${admin.userId}`)],
    ['is no member', 403, ({ admin }) => set(sql`delete from memberships where user_id = ${admin.userId}`)],
    [
      'is no admin',
      403,
      ({ admin }) => set(sql`update memberships set access = 'plan' where user_id = ${admin.userId}`),
    ],
    [
      'works nowhere',
      403,
      ({ admin }) => set(sql`update sessions set current_tenant_id = null where user_id = ${admin.userId}`),
    ],
    [
      'works in what is archived',
      403,
      ({ tenantId }) => set(sql`update tenants set status = 'Archived' where tenant_id = ${tenantId}`),
    ],
    ['has been away for half an hour', 401, async () => server.clock.advance(30 * 60_000)],
  ])('and %s is refused at the next call (%i)', async (_, status, change) => {
    const shop = await openShop()
    const statuses = async () => {
      const asked = [ours, other].map(async (app) => (await callAs(app, { ...shop.admin }).get('/users')).status)
      return Promise.all(asked)
    }
    // The second call reads nothing of the session.
    for (let times = 0; times < 2; times += 1) expect(await statuses()).toEqual([200, 200])
    await change(shop)
    expect(await statuses()).toEqual([status, status])
  })

  it('gets the current settings of the organization', async () => {
    const { admin, planner, tenantId } = await openShop()
    const zone = async () => (await callAs(ours, planner).get('/auth/validate')).body
    expect([await zone(), await zone()]).toMatchObject([{ tenantId }, { tenantId }])
    await callAs(other, admin).put('/organisation', { name: 'Renamed Works' })
    expect(JSON.stringify(await zone())).toContain('Renamed Works')
  })
})
