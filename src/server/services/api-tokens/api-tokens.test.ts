import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiTokenPrefix, mostApiTokens } from '#contract/api-tokens.ts'
import { endpoints } from '#contract/registry.ts'
import { dayMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import type { CallAs } from '#testing/call-as.ts'
import { actorPassword } from '#testing/role-matrix/actors.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { apiTokens } from '../../db/tables/api-tokens.table.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { secretHash } from '../credentials/secrets.ts'
import { sweepExpired } from '../sessions/sessions.ts'

const startsAt = '2026-11-18T09:00:00Z'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  server.clock.set(startsAt)
  tenant = await server.newTenant()
})
afterAll(() => server.close())

interface Made {
  readonly tokenId: string
  readonly apiToken: string
  /** Calls with the token alone: no cookie, no origin, no header of our own client. */
  readonly calls: CallAs
}

const make = async (actor: Actor, input: object = {}): Promise<Made> => {
  const answer = await server.as(actor).post('/api-tokens', {
    name: 'Report',
    scope: 'plan',
    expiresInDays: 30,
    ...input,
  })
  expect(answer.status, answer.text).toBe(201)
  const { tokenId, apiToken } = answer.body
  return { tokenId, apiToken, calls: server.as({ ...actor, sessionSecret: null, apiToken }) }
}
const statusOf = async ({ calls }: Made) => (await calls.get('/projects')).status

describe('an API token', () => {
  it('reads and changes what its owner may, and history names the owner and the source', async () => {
    const { calls } = await make(tenant.planner)
    const made = await calls.post('/projects', { projectName: 'By a script' }, { 'X-Change-Source': 'drag' })
    expect(made.status, made.text).toBe(201)
    expect((await calls.get(`/projects/${made.body.projectId}`)).body).toMatchObject({ projectName: 'By a script' })
    const { entries } = (await server.as(tenant.admin).get('/history')).body
    expect(entries[0]).toMatchObject({ userId: tenant.planner.userId, userName: tenant.planner.name, source: 'api' })
    expect((await calls.delete(`/projects/${made.body.projectId}`)).status).toBe(403)
    const { calls: ofAdmin } = await make(tenant.admin)
    expect((await ofAdmin.delete(`/projects/${made.body.projectId}`)).status).toBe(204)
  })

  it('of the scope "read" changes nothing', async () => {
    const project = await buildProject(await server.contextOf(tenant.admin))
    const { calls } = await make(tenant.admin, { scope: 'read' })
    expect((await calls.get(`/projects/${project.projectId}`)).status).toBe(200)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const path = method === 'POST' ? '/projects' : `/projects/${project.projectId}`
      const { status, body } = await calls.call(method, path, method === 'DELETE' ? undefined : { priority: 1 })
      expect({ method, status, error: body.error }).toEqual({
        method,
        status: 403,
        error: 'This API token can only read.',
      })
    }
  })

  it('of the scope "read" may ask what stores nothing, whatever its method', async () => {
    const { calls } = await make(tenant.admin, { scope: 'read' })
    const asked = await calls.call('POST', '/operations/bulk/own', { target: { filter: {} } })
    expect({ status: asked.status, body: asked.body }).toEqual({ status: 200, body: { total: 0, operationIds: [] } })
  })

  it('is never accepted for sign-in, passwords, people, sessions, notifications, tokens or other organizations', async () => {
    const { apiToken } = await make(tenant.admin)
    const closed = endpoints.filter(({ takesApiTokens, access }) => !takesApiTokens && access !== 'public')
    const opened = new Set(endpoints.filter(({ takesApiTokens }) => takesApiTokens).map(({ resource }) => resource))
    for (const resource of [
      'auth',
      'oneTimeLinks',
      'users',
      'userSessions',
      'mySessions',
      'secondFactor',
      'signIns',
      'apiTokens',
      'calendarFeeds',
      'statusLinks',
      'notifications',
      'tenants',
      'tenantAdministration',
      'accessRequests',
      'admin',
      'floorDevices',
      'floor',
    ]) {
      expect(opened).not.toContain(resource)
    }
    for (const { name, method, path, access } of closed) {
      if (access === 'calendarFeed') continue
      const headers = { authorization: `Bearer ${apiToken}` }
      const filled = path.replaceAll(/:\w+/g, '5b1d5b1d-0000-4000-8000-000000000000')
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      expect({ name, status: (await server.as(null).call(method, filled, body, headers)).status }).toEqual({
        name,
        status: 401,
      })
    }
    const socket = await server.app.inject({ url: `/api/live?token=${apiToken}`, headers: { upgrade: 'websocket' } })
    expect(socket.statusCode).not.toBe(101)
  })

  it('decides alone: a cookie beside it is not used, and stays when the token is refused', async () => {
    const { apiToken } = await make(tenant.planner)
    const other = await server.newTenant()
    const project = await buildProject(await server.contextOf(other.admin))
    const both = { authorization: `Bearer ${apiToken}` }
    expect((await server.as(other.admin).get(`/projects/${project.projectId}`, both)).status).toBe(404)
    const wrong = { authorization: `Bearer ${apiTokenPrefix}${'x'.repeat(43)}` }
    const refused = await server.as(other.admin).get('/projects', wrong)
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined])
    // Authorization of another kind, such as that of a proxy with a password, changes nothing.
    const basic = { authorization: 'Basic dXNlcjpwYXNzd29yZA==' }
    expect((await server.as(other.admin).get(`/projects/${project.projectId}`, basic)).status).toBe(200)
    const forged = { ...basic, origin: 'https://evil.example' }
    expect((await server.as(other.admin).post('/projects', { projectName: 'x' }, forged)).status).toBe(403)
  })

  it('works in its organization only; a header that names another one is refused', async () => {
    const other = await server.newTenant()
    const member = await server.newUser({
      memberOf: [{ tenantId: tenant.tenantId }, { tenantId: other.tenantId }],
      worksIn: tenant.tenantId,
    })
    const made = await make(member)
    await server.services.db.withSystem((tx) =>
      tx.update(sessions).set({ currentTenantId: other.tenantId }).where(eq(sessions.userId, member.userId)),
    )
    const project = await buildProject(await server.contextOf(tenant.admin))
    expect((await made.calls.get(`/projects/${project.projectId}`)).status).toBe(200)
    expect((await made.calls.get('/projects', { 'X-Tenant-ID': tenant.tenantId })).status).toBe(200)
    expect((await made.calls.get('/projects', { 'X-Tenant-ID': other.tenantId })).status).toBe(409)
    expect((await server.as(member).get('/api-tokens')).body).toEqual([])
    expect((await server.as(member).delete(`/api-tokens/${made.tokenId}`)).status).toBe(404)
  })

  it('takes only JSON, like every call', async () => {
    const { apiToken } = await make(tenant.planner)
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/projects',
      payload: '{"projectName":"x"}',
      headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'text/plain' },
    })
    expect(answer.statusCode).toBe(415)
  })

  it('creates one record under one Idempotency-Key', async () => {
    const { calls } = await make(tenant.planner)
    const ask = () => calls.post('/projects', { projectName: 'Once' }, { 'Idempotency-Key': 'order-7' })
    const [first, second] = [await ask(), await ask()]
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('gets the same answers as a session, before and after a change', async () => {
    const { calls } = await make(tenant.planner)
    const paths = ['/projects', '/schedule', '/dashboard', '/categories', '/operations?tab=overdue']
    for (const name of ['First', 'Second']) {
      await buildProject(await server.contextOf(tenant.admin), { projectName: name })
      for (const path of paths) {
        const [own, ofToken] = [await server.as(tenant.planner).get(path), await calls.get(path)]
        expect([ofToken.status, ofToken.text]).toEqual([own.status, own.text])
      }
    }
  })
})

describe('an API token and the rights of its owner', () => {
  it('a token that writes is refused to a viewer, and only reads once its owner has become one', async () => {
    const viewer = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, access: 'view' }] })
    const input = { name: 'Report', scope: 'plan', expiresInDays: 30 }
    const refused = await server.as(viewer).post('/api-tokens', input)
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'You can look at the plan, so your API tokens can only read.',
    ])
    expect((await server.as(viewer).post('/api-tokens', { ...input, scope: 'read' })).status).toBe(201)

    const owner = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, access: 'plan' }] })
    const { calls } = await make(owner)
    const create = () => calls.post('/projects', { projectName: 'By a script' })
    expect((await create()).status).toBe(201)
    await server.as(tenant.admin).put(`/users/${owner.userId}`, { access: 'view' })
    const after = await create()
    expect([after.status, after.body.error]).toEqual([403, 'You can look at the plan. Changing it needs more access.'])
    expect((await calls.get('/projects')).status).toBe(200)
  })

  it('the token of a limited planner changes work at the work centers of its owner only', async () => {
    const ctx = await server.contextOf(tenant.admin)
    const [weld, paint] = [await buildCategory(ctx, { name: 'Weld' }), await buildCategory(ctx, { name: 'Paint' })]
    const { projectId } = await buildProject(ctx)
    const at = async ({ categoryId }: { categoryId: string }) =>
      (await buildOperation(ctx, projectId, { categoryId })).operationId
    const [welding, painting] = [await at(weld), await at(paint)]
    const owner = await server.newUser({
      memberOf: [{ tenantId: tenant.tenantId, access: 'plan', workCenterIds: [weld.categoryId] }],
    })
    const { calls } = await make(owner)
    const rename = (id: string) =>
      calls.put(`/project-operations/projects/${projectId}/operations/${id}`, { name: 'Renamed' })
    expect((await rename(welding)).status).toBe(200)
    const elsewhere = await rename(painting)
    expect([elsewhere.status, elsewhere.body.error]).toEqual([
      403,
      'You plan only some work centers, and this is at another one.',
    ])
  })
})

describe('an API token is stored safely', () => {
  it('as a hash, shown once, and in no log', async () => {
    const ask = () =>
      server
        .as(tenant.planner)
        .post('/api-tokens', { name: 'Once', scope: 'read', expiresInDays: 365 }, { 'Idempotency-Key': 'token-1' })
    const [first, second] = [await ask(), await ask()]
    const { apiToken, tokenId } = first.body
    expect(apiToken).toMatch(/^sch_[\w-]{43}$/)
    expect(second.body).toEqual({ ...first.body, apiToken: null })
    const calls = server.as({ ...tenant.planner, sessionSecret: null, apiToken })
    await calls.get('/projects')
    await calls.get('/users/me')
    const stored = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select t::text as row from api_tokens t where token_id = ${tokenId}`),
    )
    expect(String(stored.rows[0]?.row)).toContain(secretHash(apiToken))
    const ctx = await server.contextOf(tenant.planner)
    const keys = await server.services.db.withTenant(ctx, (tx) =>
      tx.execute(sql`select k::text as row from idempotency_keys k`),
    )
    expect(keys.rows).toHaveLength(1)
    const list = await server.as(tenant.planner).get('/api-tokens')
    expect(list.body).toMatchObject([{ tokenId, name: 'Once', scope: 'read', expiresAt: '2027-11-18T09:00:00.000Z' }])
    for (const text of [JSON.stringify(stored.rows), JSON.stringify(keys.rows), list.text, ...server.logs]) {
      expect(text).not.toContain(apiToken)
    }
    expect(server.logs.some((line) => line.includes(tenant.planner.userId))).toBe(true)
  })

  it('with its last use, written at most once a minute', async () => {
    const made = await make(tenant.planner)
    const lastUsedAt = async () => (await server.as(tenant.planner).get('/api-tokens')).body[0].lastUsedAt
    expect(await lastUsedAt()).toBeNull()
    await statusOf(made)
    expect(await lastUsedAt()).toBe('2026-11-18T09:00:00.000Z')
    server.clock.advance(59_000)
    await statusOf(made)
    expect(await lastUsedAt()).toBe('2026-11-18T09:00:00.000Z')
    server.clock.advance(2_000)
    await statusOf(made)
    expect(await lastUsedAt()).toBe('2026-11-18T09:01:01.000Z')
  })

  it('up to 20 for one person, with a name and one of the offered terms', async () => {
    for (const input of [{ name: ' ' }, { expiresInDays: 31 }, { expiresInDays: 0 }, { scope: 'admin' }]) {
      const body = { name: 'Report', scope: 'read', expiresInDays: 30, ...input }
      expect((await server.as(tenant.planner).post('/api-tokens', body)).status, JSON.stringify(input)).toBe(400)
    }
    for (let count = 0; count < mostApiTokens; count += 1) await make(tenant.planner)
    const body = { name: 'Too many', scope: 'read', expiresInDays: 30 }
    expect((await server.as(tenant.planner).post('/api-tokens', body)).status).toBe(422)
  })

  it('with an entry in the audit log when it is made and revoked', async () => {
    const { tokenId } = await make(tenant.planner)
    await server.as(tenant.planner).delete(`/api-tokens/${tokenId}`)
    const { entries } = (await server.as(tenant.admin).get('/admin/history')).body
    expect(entries.flatMap(({ changes }: { changes: object[] }) => changes).slice(0, 2)).toEqual([
      { field: 'apiToken', from: 'Report (plan)', to: null },
      { field: 'apiToken', from: null, to: 'Report (plan)' },
    ])
  })
})

describe('an API token ends', () => {
  it('when its owner revokes it, which nobody else can', async () => {
    const made = await make(tenant.planner)
    expect((await server.as(tenant.admin).delete(`/api-tokens/${made.tokenId}`)).status).toBe(404)
    expect((await server.as(tenant.admin).get('/api-tokens')).body).toEqual([])
    expect(await statusOf(made)).toBe(200)
    expect((await server.as(tenant.planner).delete(`/api-tokens/${made.tokenId}`)).status).toBe(204)
    expect(await statusOf(made)).toBe(401)
  })

  it('when it expires, and is then swept', async () => {
    const made = await make(tenant.planner)
    server.clock.advance(30 * dayMs - 1)
    expect(await statusOf(made)).toBe(200)
    server.clock.advance(1)
    expect(await statusOf(made)).toBe(401)
    server.clock.advance(1)
    await sweepExpired(server.services)
    const left = await server.services.db.withSystem((tx) =>
      tx.select().from(apiTokens).where(eq(apiTokens.tokenId, made.tokenId)),
    )
    expect(left).toEqual([])
  })

  it('with the membership of its owner, and does not return with a new one', async () => {
    const other = await server.newTenant()
    const member = await server.newUser({
      memberOf: [{ tenantId: tenant.tenantId }, { tenantId: other.tenantId }],
      worksIn: tenant.tenantId,
    })
    const made = await make(member)
    expect((await server.as(tenant.admin).delete(`/users/${member.userId}`)).status).toBe(204)
    expect(await statusOf(made)).toBe(401)
    await server.services.db.withSystem((tx) =>
      tx.insert(memberships).values({ tenantId: tenant.tenantId, userId: member.userId }),
    )
    expect(await statusOf(made)).toBe(401)
  })

  it('while its owner is disabled, and loses the rights that its owner loses', async () => {
    const admin = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, isAdmin: true }] })
    const made = await make(admin)
    const category = () => made.calls.post('/categories', { name: `Saw ${Math.random()}` })
    expect((await category()).status).toBe(201)
    const change = (input: object) => server.as(tenant.admin).put(`/users/${admin.userId}`, input)
    expect((await change({ isAdmin: false })).status).toBe(200)
    expect([(await category()).status, await statusOf(made)]).toEqual([403, 200])
    expect((await change({ status: 'Disabled' })).status).toBe(200)
    expect(await statusOf(made)).toBe(401)
    expect((await change({ status: 'Active' })).status).toBe(200)
    expect(await statusOf(made)).toBe(200)
    await server.services.db.withSystem((tx) =>
      tx.update(users).set({ status: 'Disabled' }).where(eq(users.userId, admin.userId)),
    )
    expect(await statusOf(made)).toBe(401)
  })

  it('with its organization', async () => {
    const made = await make(tenant.planner)
    const root = await server.newUser({ isSuperAdmin: true })
    const path = `/tenants/${tenant.tenantId}`
    expect((await server.as(root).put(path, { status: 'Archived' })).status).toBe(200)
    expect(await statusOf(made)).toBe(401)
    expect((await server.as(root).call('DELETE', path, { confirmName: tenant.name })).status).toBe(204)
    expect(await statusOf(made)).toBe(401)
  })

  it('when the password of its owner is changed, by the owner or with a one-time link', async () => {
    const owner = await server.newUser({ password: actorPassword, memberOf: [{ tenantId: tenant.tenantId }] })
    const first = await make(owner)
    const unaffected = await make(tenant.planner)
    const change = { currentPassword: actorPassword, newPassword: 'Another-Matrix-28' }
    expect((await server.as(owner).post('/users/me/password', change)).status).toBe(200)
    expect(await statusOf(first)).toBe(401)
    const second = await make(owner)
    const link = (await server.as(tenant.admin).post(`/users/${owner.userId}/password-reset`)).body.linkToken
    expect(await statusOf(second)).toBe(200)
    const reset = { token: link, newPassword: 'Third-Matrix-29' }
    expect((await server.as(null).post('/auth/reset-password', reset)).status).toBe(200)
    expect([await statusOf(second), await statusOf(unaffected)]).toEqual([401, 200])
  })
})

describe('unknown API tokens', () => {
  it('are limited per address; known tokens from the same address, other addresses and sessions go on', async () => {
    const { apiToken } = await make(tenant.planner)
    const ask = (token: string, remoteAddress: string) =>
      server.app.inject({ url: '/api/projects', headers: { authorization: `Bearer ${token}` }, remoteAddress })
    for (let count = 0; count < 100; count += 1) {
      expect((await ask(`${apiTokenPrefix}${count}`, '203.0.113.5')).statusCode).toBe(401)
    }
    const refused = await ask(`${apiTokenPrefix}x`, '203.0.113.5')
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await ask(apiToken, '203.0.113.5')).statusCode).toBe(200)
    expect((await ask(`${apiTokenPrefix}x`, '203.0.113.5')).statusCode).toBe(429)
    expect((await ask(apiToken, '203.0.113.6')).statusCode).toBe(200)
    const session = await server.app.inject({
      url: '/api/projects',
      remoteAddress: '203.0.113.5',
      headers: { cookie: `__Host-sid=${tenant.planner.sessionSecret}` },
    })
    expect(session.statusCode).toBe(200)
    server.clock.advance(15 * 60_000)
    expect((await ask(`${apiTokenPrefix}x`, '203.0.113.5')).statusCode).toBe(401)
  })
})
