import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MySession } from '#contract/my-sessions.ts'
import { actorPassword } from '#testing/role-matrix/actors.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { redeemNotificationTicket } from '../sessions/notification-token.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** One person, signed in `count` times. */
const signedIn = async (count: number) => {
  const tenant = await server.newTenant()
  const first = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }], password: actorPassword })
  const actors = [first]
  while (actors.length < count) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { host: 'localhost:3001', origin: 'http://localhost:3001', 'x-requested-with': 'XMLHttpRequest' },
      payload: { email: first.email, password: actorPassword },
    })
    const cookie = answer.cookies.find(({ name }) => name === '__Host-sid')
    actors.push({ ...first, sessionSecret: cookie?.value ?? null })
  }
  return { tenant, actors }
}
const listOf = async (actor: Parameters<TestServer['as']>[0]): Promise<MySession[]> => {
  const { status, body } = await server.as(actor).get('/users/me/sessions')
  expect(status).toBe(200)
  return body
}

it('the list of my sessions shows the current one first and no sessions of other people', async () => {
  const { actors } = await signedIn(3)
  const [first, , third] = actors
  const mine = await listOf(third ?? null)
  expect(mine.map(({ isThis }) => isThis)).toEqual([true, false, false])
  expect(mine[0]?.address).toBe('127.0.0.1')
  expect(mine[0]?.tenantName).toBeTruthy()
  const again = await listOf(first ?? null)
  expect(new Set(again.map(({ sessionId }) => sessionId))).toEqual(new Set(mine.map(({ sessionId }) => sessionId)))
  expect(JSON.stringify(mine)).not.toContain(third?.sessionSecret)
  const { actors: others } = await signedIn(1)
  expect(await listOf(others[0] ?? null)).toHaveLength(1)
})

it('a user can end one of their other sessions, but not the current one or one of another person', async () => {
  const { actors } = await signedIn(3)
  const [first = null, second = null, third = null] = actors
  const mine = await listOf(third)
  const secondId = (await listOf(second)).find(({ isThis }) => isThis)?.sessionId
  const { actors: strangers } = await signedIn(1)
  const stranger = strangers[0] ?? null
  expect((await server.as(stranger).delete(`/users/me/sessions/${secondId}`)).status).toBe(404)
  expect((await server.as(third).delete(`/users/me/sessions/${mine[0]?.sessionId}`)).status).toBe(422)
  expect((await server.as(third).delete(`/users/me/sessions/${secondId}`)).status).toBe(204)
  expect((await server.as(second).get('/users/me')).status).toBe(401)
  expect((await server.as(first).get('/users/me')).status).toBe(200)
  expect((await server.as(third).delete(`/users/me/sessions/${secondId}`)).status).toBe(404)
})

it('a user can end all their other sessions at once', async () => {
  const { actors } = await signedIn(3)
  const [first = null, second = null, third = null] = actors
  expect((await server.as(third).delete('/users/me/sessions')).body).toEqual({ ended: 2 })
  for (const ended of [first, second]) expect((await server.as(ended).get('/users/me')).status).toBe(401)
  expect(await listOf(third)).toHaveLength(1)
})

it('the theme, the dark mode and the theme mode always agree', async () => {
  const { actors } = await signedIn(1)
  const me = server.as(actors[0] ?? null)
  const look = async () => {
    const { preferences, settings } = (await me.get('/users/me')).body
    return [preferences.theme, settings.appearance.mode, settings.appearance.darkMode]
  }
  expect(await look()).toEqual(['light', undefined, false])
  await me.put('/user/settings', { appearance: { darkMode: true } })
  expect(await look()).toEqual(['dark', 'dark', true])
  await me.put('/users/me/preferences', { theme: 'light' })
  expect(await look()).toEqual(['light', 'light', false])
  await me.put('/user/settings', { appearance: { mode: 'auto', darkMode: true, fontSize: 'large' } })
  expect(await look()).toEqual(['auto', 'auto', true])
  await me.put('/user/settings', { privacy: { showStatus: false } })
  expect((await me.get('/users/me')).body.settings).toMatchObject({
    appearance: { mode: 'auto', darkMode: true, fontSize: 'large' },
    privacy: { showStatus: false },
  })
})

it('background requests of an open tab do not keep a session alive', async () => {
  const { planner } = await server.newTenant()
  const background = { 'X-Background': '1' }
  const ticketOf = async (headers = background) => {
    const { token } = (await server.as(planner).post('/auth/notification-token', undefined, headers)).body
    const bearer = { ...headers, authorization: `Bearer ${token}` }
    expect((await server.as(null).get('/notifications/unread', bearer)).status).toBe(200)
    return (await server.as(null).post('/notifications/ticket', undefined, bearer)).body.ticket
  }
  for (let minutes = 5; minutes < 30; minutes += 5) {
    server.clock.advance(5 * 60_000)
    expect((await server.as(planner).get('/projects', background)).status).toBe(200)
    expect(await redeemNotificationTicket(server.services, await ticketOf())).not.toBeNull()
  }
  const expiresAt = (await server.as(planner).get('/auth/validate', background)).body.expiresAt
  expect(Date.parse(expiresAt) - server.clock.now().getTime()).toBe(5 * 60_000)
  server.clock.advance(5 * 60_000)
  expect((await server.as(planner).get('/projects', background)).status).toBe(401)
})
