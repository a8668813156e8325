import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withApiToken } from '#testing/role-matrix/actors.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const newPassword = 'Chosen-By-Link-30'
const redeem = (token: string, password = newPassword) =>
  server.as(null).post('/auth/reset-password', { token, newPassword: password })

describe('a one-time link', () => {
  it('sets a password once, ends the sessions of the user, and is stored as a hash', async () => {
    const { admin, planner } = await server.newTenant()
    const made = await server.as(admin).post(`/users/${planner.userId}/password-reset`)
    expect(made.status).toBe(201)
    const token: string = made.body.linkToken
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await server.services.db.withSystem((tx) => tx.execute(sql`select * from password_resets`))
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await redeem(token, 'password1')).status).toBe(400)
    const answers = await Promise.all([redeem(token), redeem(token), redeem(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await server.as(planner).get('/users/me')).status).toBe(401)
    const login = await server.as(null).post('/auth/login', { email: planner.email, password: newPassword })
    expect(login.status).toBe(200)
    expect(server.logs.join('')).not.toContain(token)
  })

  it('stops working after 24 hours, and when a newer link is made', async () => {
    const { admin, planner } = await server.newTenant()
    const make = async () =>
      (await server.as(admin).post(`/users/${planner.userId}/password-reset`)).body.linkToken as string
    const first = await make()
    const second = await make()
    expect((await redeem(first)).status).toBe(422)
    server.clock.advance(24 * 3_600_000)
    const late = await redeem(second)
    expect(late).toMatchObject({ status: 422, body: { code: 'rule' } })
    expect((await redeem('x'.repeat(43))).body.error).toBe(late.body.error)
  })

  it('cannot be made by an admin for accounts that reach more than the own organization', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const shared = await server.newUser({ memberOf: [{ tenantId: a.tenantId }, { tenantId: b.tenantId }] })
    const root = await server.newUser({ isSuperAdmin: true, memberOf: [{ tenantId: a.tenantId }] })
    const ask = (userId: string) => server.as(a.admin).post(`/users/${userId}/password-reset`)
    expect([(await ask(shared.userId)).status, (await ask(root.userId)).status]).toEqual([422, 422])
    expect((await ask(a.admin.userId)).status).toBe(422)
    expect((await ask(b.planner.userId)).status).toBe(404)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select count(*)::int as count from password_resets where issued_in_tenant_id = ${a.tenantId}`),
    )
    expect(rows[0]).toEqual({ count: 0 })
  })

  it('is not contained in the answer to a repeated request', async () => {
    const { admin, planner } = await server.newTenant()
    const ask = () =>
      server.as(admin).post(`/users/${planner.userId}/password-reset`, {}, { 'idempotency-key': 'reset-1' })
    const first = await ask()
    expect((await ask()).body).toEqual({ ...first.body, linkToken: null })
  })
})

describe('the sessions of a user', () => {
  it('can be listed and ended by an admin, but only those in the own organization', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const both = [{ tenantId: a.tenantId }, { tenantId: b.tenantId }]
    const shared = await server.newUser({ memberOf: both, worksIn: b.tenantId })
    expect((await server.as(a.admin).get(`/users/${shared.userId}/sessions`)).body).toEqual([])
    expect((await server.as(a.admin).delete(`/users/${shared.userId}/sessions`)).status).toBe(204)
    expect((await server.as(shared).get('/users/me')).status).toBe(200)
    const sessions = (await server.as(a.admin).get(`/users/${a.planner.userId}/sessions`)).body
    expect(sessions).toMatchObject([{ userAgent: 'test' }])
    await server.as(a.admin).delete(`/users/${a.planner.userId}/sessions`)
    expect((await server.as(a.planner).get('/users/me')).status).toBe(401)
    await server.as(a.admin).delete(`/users/${a.admin.userId}/sessions`)
    expect((await server.as(a.admin).get('/users/me')).status).toBe(200)
  })

  it('end together with the API tokens of the organization when an admin ends them; the own tokens stay', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const shared = await server.newUser({ memberOf: [{ tenantId: a.tenantId }, { tenantId: b.tenantId }] })
    const tokenIn = (tenantId: string) => withApiToken(server.services, shared, { tenantId, scope: 'read' })
    const [here, elsewhere] = [await tokenIn(a.tenantId), await tokenIn(b.tenantId)]
    const ofAdmin = await withApiToken(server.services, a.admin, { tenantId: a.tenantId, scope: 'read' })
    await server.as(a.admin).delete(`/users/${shared.userId}/sessions`)
    await server.as(a.admin).delete(`/users/${a.admin.userId}/sessions`)
    const statuses = []
    for (const actor of [here, elsewhere, ofAdmin]) statuses.push((await server.as(actor).get('/projects')).status)
    expect(statuses).toEqual([401, 200, 200])
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(
        sql`select changes from history_entries where entity_id = ${shared.userId} and user_id = ${a.admin.userId}`,
      ),
    )
    expect(rows.flatMap(({ changes }) => changes)).toContainEqual({ field: 'apiTokens', from: 1, to: 0 })
  })
})
