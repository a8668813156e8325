import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#domain/time/units.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { newSecret, secretHash } from '../credentials/secrets.ts'
import { findEndedSessions, loadSession } from './load-session.ts'
import { redeemNotificationTicket } from './notification-token.ts'
import { type SessionsEnded, sessionsChannel, sweepExpired } from './sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const password = 'Lathe-And-Mill-4'
const copyOf = (actor: Actor): Actor => ({ ...actor })
const statusOf = async (actor: Actor) => (await server.as(actor).get('/auth/validate')).status

/** Three sessions of one user. */
const threeSessions = async (overrides: { isAdmin?: boolean } = {}) => {
  const tenant = await server.newTenant()
  const user = await server.newUser({
    password,
    signedIn: false,
    memberOf: [{ tenantId: tenant.tenantId, ...overrides }],
  })
  const open = async (): Promise<Actor> => {
    const actor = copyOf({ ...user, sessionSecret: newSecret() })
    await server.as(actor).post('/auth/login', { email: user.email, password })
    return actor
  }
  return { tenant, user, sessions: [await open(), await open(), await open()] as const }
}

describe('a session', () => {
  it('ends 30 minutes after its last use', async () => {
    const { planner } = await server.newTenant()
    server.clock.advance(29 * minuteMs)
    expect(await statusOf(planner)).toBe(200)
    server.clock.advance(29 * minuteMs)
    expect(await statusOf(planner)).toBe(200)
    server.clock.advance(30 * minuteMs)
    expect(await statusOf(planner)).toBe(401)
  })

  it('counts as ended once its time has passed, before its row is deleted', async () => {
    const { planner } = await server.newTenant()
    const hash = secretHash(planner.sessionSecret ?? '')
    expect(await findEndedSessions(server.services, [hash])).toEqual([])
    server.clock.advance(30 * minuteMs)
    expect(await findEndedSessions(server.services, [hash])).toEqual([hash])
  })

  it('ends 8 hours after its last use when remembered, and after 7 days in any case', async () => {
    const { tenantId } = await server.newTenant()
    const actor = await server.newUser({ memberOf: [{ tenantId }], rememberMe: true })
    for (let hours = 0; hours < 7 * 24; hours += 7) {
      expect(await statusOf(actor), `${hours} h`).toBe(200)
      server.clock.advance(7 * hourMs)
    }
    expect(await statusOf(actor)).toBe(401)
    const idle = await server.newUser({ memberOf: [{ tenantId }], rememberMe: true })
    server.clock.advance(8 * hourMs)
    expect(await statusOf(idle)).toBe(401)
  })

  it('survives a restart of the browser only if it is remembered', async () => {
    const { user } = await threeSessions()
    const cookie = async (rememberMe: boolean) => {
      const { headers } = await server.as(null).post('/auth/login', { email: user.email, password, rememberMe })
      return String([headers['set-cookie']].flat().find((text) => String(text).startsWith('__Host-sid')))
    }
    expect(await cookie(true)).toMatch(/Expires=/)
    expect(await cookie(false)).not.toMatch(/Expires=|Max-Age=/)
  })

  it('writes the last use at most once a minute', async () => {
    const { planner } = await server.newTenant()
    const lastSeen = async () => {
      const { rows } = await server.services.db.withSystem((tx) =>
        tx.execute(
          sql`select last_seen_at from sessions where session_hash = ${secretHash(planner.sessionSecret ?? '')}`,
        ),
      )
      return JSON.stringify(rows)
    }
    const before = await lastSeen()
    server.clock.advance(59_000)
    await statusOf(planner)
    expect(await lastSeen()).toBe(before)
    server.clock.advance(1_000)
    await statusOf(planner)
    expect(await lastSeen()).not.toBe(before)
  })

  it('is deleted by the sweep after its end', async () => {
    const { planner } = await server.newTenant()
    server.clock.advance(9 * hourMs)
    await sweepExpired(server.services)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select count(*)::int as count from sessions`),
    )
    expect(rows[0]).toEqual({ count: 0 })
    expect(planner.sessionSecret).not.toBeNull()
  })
})

describe('an action that ends sessions at once', () => {
  it('signing out ends the session on the server, clears the storage, and tells every process', async () => {
    const { sessions } = await threeSessions()
    const [first, second] = sessions
    const heard: string[] = []
    const stop = await server.services.db.listen(sessionsChannel, {
      onMessage: (payload) => heard.push(...(JSON.parse(payload) as SessionsEnded).sessionHashes),
    })
    const stolen = copyOf(first)
    const hash = secretHash(first.sessionSecret ?? '')
    const answer = await server.as(first).post('/auth/logout')
    expect(answer.headers['clear-site-data']).toBe('"cache","storage"')
    expect(await statusOf(stolen)).toBe(401)
    expect(await statusOf(second)).toBe(200)
    await expect.poll(() => heard).toEqual([hash])
    await stop()
  })

  it('a password change ends every other session and renews its own', async () => {
    const { sessions, user } = await threeSessions()
    const [first, second, third] = sessions
    const before = copyOf(first)
    const change = (currentPassword: string, newPassword: string) =>
      server.as(first).post('/users/me/password', { currentPassword, newPassword })
    expect(await change('Wrong-Password-1', 'Grinder-And-Saw-5')).toMatchObject({
      status: 400,
      body: { code: 'validation' },
    })
    expect(await change(password, 'password123')).toMatchObject({ status: 400 })
    expect(await change(password, 'short')).toMatchObject({ status: 400 })
    expect(await change(password, 'x'.repeat(129))).toMatchObject({ status: 400 })
    expect(await statusOf(second)).toBe(200)
    expect((await change(password, 'Grinder-And-Saw-5')).status).toBe(200)
    expect(first.sessionSecret).not.toBe(before.sessionSecret)
    expect(await statusOf(first)).toBe(200)
    for (const gone of [before, second, third]) expect(await statusOf(gone)).toBe(401)
    const login = (given: string) => server.as(null).post('/auth/login', { email: user.email, password: given })
    expect((await login(password)).status).toBe(401)
    expect((await login('Grinder-And-Saw-5')).status).toBe(200)
  })

  it('a weak new password ends no session and does not count as a failed sign-in', async () => {
    const { sessions, user } = await threeSessions()
    const [first] = sessions
    const change = (newPassword: string) =>
      server.as(first).post('/users/me/password', { currentPassword: password, newPassword })
    for (let count = 0; count < 8; count += 1) expect((await change('password123')).status).toBe(400)
    const signIn = await server.as(null).post('/auth/login', { email: user.email, password })
    expect(signIn.status).toBe(200)
    expect((await change('Grinder-And-Saw-5')).status).toBe(200)
  })

  it.each([
    ['disabling a user ends the sessions of the user', { status: 'Disabled' }],
    ['taking admin rights from a user ends the sessions of the user', { isAdmin: false }],
  ])('%s', async (_, changes) => {
    const { tenant, user, sessions } = await threeSessions({ isAdmin: true })
    expect((await server.as(tenant.admin).put(`/users/${user.userId}`, changes)).status).toBe(200)
    for (const session of sessions) expect(await statusOf(session)).toBe(401)
  })

  it('removing a user from the organization ends the sessions of the user', async () => {
    const { tenant, user, sessions } = await threeSessions()
    expect((await server.as(tenant.admin).delete(`/users/${user.userId}`)).status).toBe(204)
    for (const session of sessions) expect(await statusOf(session)).toBe(401)
  })

  it('changing a membership in the database takes effect at the next request', async () => {
    const { tenantId, admin } = await server.newTenant()
    expect((await server.as(admin).get('/users')).status).toBe(200)
    await server.services.db.withSystem((tx) =>
      tx.execute(
        sql`update memberships set access = 'plan' where tenant_id = ${tenantId} and user_id = ${admin.userId}`,
      ),
    )
    expect((await server.as(admin).get('/users')).status).toBe(403)
    await server.services.db.withSystem((tx) =>
      tx.execute(sql`delete from memberships where user_id = ${admin.userId}`),
    )
    expect(await server.as(admin).get('/projects')).toMatchObject({ status: 403, body: { error: 'Missing tenant ID' } })
  })
})

describe('choosing the organization', () => {
  it('creates a new session id and returns the chosen organization', async () => {
    const tenant = await server.newTenant({ name: 'Müller & Söhne' })
    const root = await server.newUser({ isSuperAdmin: true })
    const before = copyOf(root)
    const answer = await server.as(root).put('/users/me/tenant', { tenantId: tenant.tenantId.toUpperCase() })
    expect(answer).toMatchObject({
      status: 200,
      body: { tenantId: tenant.tenantId, currentTenantName: 'Müller & Söhne' },
    })
    expect(answer.headers['x-tenant-id']).toBe(tenant.tenantId)
    expect(decodeURIComponent(String(answer.headers['x-tenant-name']))).toBe('Müller & Söhne')
    expect(await statusOf(before)).toBe(401)
    expect((await server.as(root).get('/auth/validate')).body).toMatchObject({
      tenantId: tenant.tenantId,
      isSuperAdmin: true,
    })
  })

  it('does not lengthen the session', async () => {
    const { tenantId } = await server.newTenant()
    const root = await server.newUser({ isSuperAdmin: true, rememberMe: true })
    const expiry = async () => (await loadSession(server.services, root.sessionSecret ?? ''))?.expiresAt.getTime()
    const before = await expiry()
    server.clock.advance(hourMs)
    await server.as(root).put('/users/me/tenant', { tenantId })
    expect(await expiry()).toBe(before)
  })

  it('is possible once for regular users, and only among their own organizations', async () => {
    const [a, b, c] = [await server.newTenant(), await server.newTenant(), await server.newTenant()]
    const user = await server.newUser({ memberOf: [{ tenantId: a.tenantId }, { tenantId: b.tenantId }], worksIn: null })
    const choose = (tenantId: string) => server.as(user).put('/users/me/tenant', { tenantId })
    expect(await server.as(user).get('/projects')).toMatchObject({ status: 403, body: { error: 'Missing tenant ID' } })
    expect(await choose('north')).toMatchObject({ status: 400, body: { error: 'Invalid tenant ID' } })
    const [foreign, unknown] = [await choose(c.tenantId), await choose(crypto.randomUUID())]
    expect(foreign.status).toBe(403)
    expect({ ...foreign.body, requestId: 0 }).toEqual({ ...unknown.body, requestId: 0 })
    expect((await choose(a.tenantId)).status).toBe(200)
    expect(await choose(b.tenantId)).toMatchObject({
      status: 403,
      body: { error: 'Regular users cannot switch tenants' },
    })
  })
})

describe('a notification token or ticket', () => {
  const tokenOf = async (actor: Actor): Promise<string> =>
    (await server.as(actor).post('/auth/notification-token')).body.token
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const ticketWith = (token: string) => server.as(null).post('/notifications/ticket', undefined, bearer(token))

  it('gives access only to notifications, and a token expires after 15 minutes', async () => {
    const { planner } = await server.newTenant()
    const token = await tokenOf(planner)
    expect((await ticketWith(token)).status).toBe(200)
    for (const path of ['/projects', '/users/me', '/auth/validate']) {
      expect((await server.as(null).get(path, bearer(token))).status, path).toBe(401)
      expect((await server.as({ ...planner, sessionSecret: token }).get(path)).status, path).toBe(401)
    }
    server.clock.advance(15 * minuteMs)
    expect((await ticketWith(token)).status).toBe(401)
  })

  it('gives no access if it is forged or of the wrong kind', async () => {
    const { planner } = await server.newTenant()
    const token = await tokenOf(planner)
    const ticket: string = (await ticketWith(token)).body.ticket
    const wrong = [
      '',
      'x',
      newSecret(),
      token.slice(1),
      `${token}x`,
      token.toUpperCase(),
      ticket,
      planner.sessionSecret,
    ]
    for (const value of wrong) expect((await ticketWith(value ?? '')).status, `${value}`).toBe(401)
    for (const value of ['', token, newSecret(), planner.sessionSecret ?? '']) {
      expect(await redeemNotificationTicket(server.services, value)).toBeNull()
    }
  })

  it('can be redeemed once within 30 seconds if it is a ticket', async () => {
    const { planner, tenantId } = await server.newTenant()
    const token = await tokenOf(planner)
    const ticket = async (): Promise<string> => (await ticketWith(token)).body.ticket
    const first = await ticket()
    const redeemed = await Promise.all(
      Array.from({ length: 5 }, () => redeemNotificationTicket(server.services, first)),
    )
    expect(redeemed.filter(Boolean)).toEqual([expect.objectContaining({ userId: planner.userId, tenantId })])
    const late = await ticket()
    server.clock.advance(30_000)
    expect(await redeemNotificationTicket(server.services, late)).toBeNull()
  })

  it('ends with its session, and when its user switches to another organization', async () => {
    const { planner, tenantId } = await server.newTenant()
    const token = await tokenOf(planner)
    await server.as(planner).post('/auth/logout')
    expect((await ticketWith(token)).status).toBe(401)
    const root = await server.newUser({ isSuperAdmin: true, worksIn: tenantId })
    const old = await tokenOf(root)
    await server.as(root).put('/users/me/tenant', { tenantId: (await server.newTenant()).tenantId })
    expect((await ticketWith(old)).status).toBe(401)
  })

  it('is stored as a hash', async () => {
    const { planner } = await server.newTenant()
    const token = await tokenOf(planner)
    const { rows } = await server.services.db.withSystem((tx) => tx.execute(sql`select * from notification_tokens`))
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
