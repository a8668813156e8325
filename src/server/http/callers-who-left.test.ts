import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { Lease } from '../db/engine.ts'
import { signInQueues } from '../services/auth/sign-in.ts'
import { hashEvaluations, maxRunning } from '../services/credentials/password-hash.ts'
import { keepForecast } from '../services/forecasts/current-forecast.ts'
import { whileAwaited } from '../waiting-caller.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  server.app.server.on('request', ({ headers, socket }) => arrivals.set(`${headers['user-agent']}`, socket))
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => server.close())

/** Takes every connection to the database, so that all callers have to wait. */
const holdAll = async () => {
  const count = server.services.db.engine === 'postgres' ? 10 : 1
  const held: Lease[] = await Promise.all(
    Array.from({ length: count }, () => server.database.engine.lease('short', 'begin')),
  )
  return async () => {
    for (const lease of held) {
      await lease.commit()
      lease.release(false)
    }
  }
}

/** The server side of each connection, by the name that its caller sent. */
const arrivals = new Map<string, Socket>()
let callers = 0

/** Asks over its own connection; `leave` closes it and resolves when the server has noticed. */
const ask = ({ sessionSecret }: Pick<Actor, 'sessionSecret'>, method: string, path: string, body?: unknown) => {
  callers += 1
  const name = `caller ${callers}`
  const sent = request({
    port,
    method,
    host: '127.0.0.1',
    path: `/api${path}`,
    agent: false,
    headers: {
      ...(sessionSecret !== null && { cookie: `__Host-sid=${sessionSecret}` }),
      'x-requested-with': 'test',
      'user-agent': name,
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  })
  sent.on('error', () => undefined)
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const arrived = vi.waitUntil(() => arrivals.get(name), 30_000)
  return {
    arrived,
    status: once(sent, 'response').then(
      ([answer]) => (answer as IncomingMessage).resume().statusCode,
      () => undefined,
    ),
    leave: async () => {
      const closed = once(await arrived, 'close')
      sent.destroy()
      await closed
    },
  }
}

describe('a request whose caller disconnects before the answer', () => {
  it('reads neither the session nor any record, and blocks no other caller', async () => {
    const { planner } = await server.newTenant()
    const before = server.logs.length
    const letGo = await holdAll()
    const asking = Array.from({ length: 20 }, () => ask(planner, 'GET', '/notifications'))
    await Promise.all(asking.map(({ leave }) => leave()))
    const reading = vi.spyOn(server.services.db, 'readTenant')
    await letGo()
    expect((await server.as(planner).get('/notifications')).status).toBe(200)
    expect(reading).toHaveBeenCalledTimes(1)
    reading.mockRestore()
    const lines = server.logs.slice(before).map((line) => JSON.parse(line) as { level: number; msg: string })
    expect(lines.filter(({ msg }) => msg === 'request broken off')).toHaveLength(20)
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
  })

  it('still makes its change', async () => {
    const { planner } = await server.newTenant()
    const { db } = server.services
    const write = db.withTenant
    const writing = vi.spyOn(db, 'withTenant').mockImplementationOnce(async (...given) => {
      await leave()
      return write(...given)
    })
    const { leave } = ask(planner, 'POST', '/projects', { projectName: 'Left behind' })
    await vi.waitFor(() => expect(writing).toHaveBeenCalled(), 30_000)
    writing.mockRestore()
    await vi.waitFor(
      async () => expect((await server.as(planner).get('/projects')).text).toContain('Left behind'),
      30_000,
    )
  })

  it('waits no more for its turn to sign in, while others go on waiting and get in', async () => {
    const password = 'Lathe-And-Mill-4'
    const { tenantId } = await server.newTenant()
    const user = await server.newUser({ password, signedIn: false, memberOf: [{ tenantId }] })
    const letGo = Promise.withResolvers<void>()
    const before = Array.from({ length: maxRunning + 1 }, () =>
      signInQueues(server.services).unknown.run(() => letGo.promise),
    )
    const evaluations = hashEvaluations.count
    const nobody = { sessionSecret: null }
    const [leaves, stays] = ['nobody@example.com', user.email].map((email) =>
      ask(nobody, 'POST', '/auth/login', { email, password }),
    )
    await expect.poll(() => signInQueues(server.services).unknown.waiting).toBe(2)
    await leaves?.leave()
    await expect.poll(() => signInQueues(server.services).unknown.waiting).toBe(1)
    letGo.resolve()
    await Promise.all(before)
    expect(await stays?.status).toBe(200)
    // One for the comparison, and one because the hash of a test is weak.
    expect(hashEvaluations.count - evaluations).toBeLessThanOrEqual(2)
    expect(signInQueues(server.services).unknown.waiting).toBe(0)
  })

  it('does not cancel a forecast that other callers wait for', async () => {
    const { planner } = await server.newTenant()
    await server.as(planner).post('/projects', { projectName: 'Shared' })
    const ctx = await server.contextOf(planner)
    const caller = new AbortController()
    const { db } = server.services
    const read = db.readTenant
    let other: Promise<void> | undefined
    const reading = vi.spyOn(db, 'readTenant').mockImplementation(async (...given) => {
      // The first caller has checked whether there is a forecast, and begins to compute it.
      if (reading.mock.calls.length === 2) {
        other = keepForecast(ctx)
        // The other caller has checked too, and waits for the same computation.
        await vi.waitFor(() => expect(reading.mock.settledResults[2]?.type).toBe('fulfilled'), 30_000)
        caller.abort()
      }
      return read(...given)
    })
    await whileAwaited(caller.signal, () => keepForecast(ctx)).catch(() => undefined)
    expect(caller.signal.aborted).toBe(true)
    await expect(other).resolves.toBeUndefined()
    reading.mockRestore()
  })
})
