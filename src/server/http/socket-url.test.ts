import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ SOCKET_URL: 'wss://live.example.com/api/live' })
})
afterAll(() => server.close())

it('the address of the socket is a setting: the ticket contains it, and pages may connect only to that host', async () => {
  const tenant = await server.newTenant()
  const { token } = (await server.as(tenant.planner).post('/auth/notification-token')).body
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/notifications/ticket',
    headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'test', 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.json()).toMatchObject({ socketUrl: 'wss://live.example.com/api/live' })
  const policy = String((await server.app.inject('/api/health')).headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' wss://live.example.com;")
})

it('an address that is no socket, and a DSN without a key, are refused at the start', () => {
  expect(() => readEnv({ SOCKET_URL: 'https://live.example.com' })).toThrow('SOCKET_URL')
  expect(() => readEnv({ ERROR_REPORT_DSN: 'https://reports.example.com/7' })).toThrow('ERROR_REPORT_DSN')
})
