// @module-tag bothEngines
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { LiveEvent } from '#contract/live-events.ts'
import { valueAt } from '#domain/value-at.ts'
import { buildTenant, type TestTenant } from '#testing/builders/build-tenant.ts'
import { type Actor, buildUser } from '#testing/builders/build-user.ts'
import { holderOf, liveOrigin, liveTicket, serveLive, until } from '#testing/serve-live.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type AppServices, newServices } from '../context.ts'
import { seedContext } from '../seed/seed-context.ts'
import { writeTenant } from '../services/records/write-tenant.ts'
import { issueNotificationToken } from '../services/sessions/notification-token.ts'
import { endSession } from '../services/sessions/sessions.ts'

let database: TestDatabase
let app: AppServices
let served: Awaited<ReturnType<typeof serveLive>>

beforeAll(async () => {
  database = await openTestDatabase()
  app = newServices({ db: database.db, now: () => new Date() })
  served = await serveLive(app)
})
afterAll(async () => {
  await served.live.close()
  served.http.close()
  await database.close()
})

interface Opening {
  readonly origin?: string | null
  readonly at?: number
  readonly path?: string
}

/** Resolves to the open socket, or to the status that refused it. */
const open = (ticket: string, { origin: from = liveOrigin, at = served.port, path = '/api/live' }: Opening = {}) =>
  new Promise<WebSocket | number>((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${at}${path}?token=${ticket}`, from === null ? {} : { origin: from })
    socket.once('open', () => resolve(socket))
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.once('error', reject)
  })
const opened = async (actor: Actor, opening?: Opening): Promise<WebSocket> => {
  const socket = await open(await liveTicket(app, actor), opening)
  if (typeof socket === 'number') throw new Error(`Refused with ${socket}`)
  return socket
}
const isHello = (frame: string): boolean => frame.startsWith('{"type":"hello"')
/** Collects all frames after the first message. */
const collect = (socket: WebSocket): string[] => {
  const frames: string[] = []
  socket.on('message', (data) => {
    if (!isHello(String(data))) frames.push(String(data))
  })
  return frames
}
const change = (tenant: TestTenant, marker: string) =>
  writeTenant(seedContext(app, tenant.tenantId), async ({ record }) => record.changed('savedViews', { id: marker }))
const closed = async (socket: WebSocket): Promise<number> => valueAt(await once(socket, 'close'), 0)

describe('opening a live socket', () => {
  it('needs a ticket, which works once, and an allowed origin', async () => {
    const { planner } = await buildTenant(app)
    const ticket = await liveTicket(app, planner)
    const socket = await open(ticket)
    expect(typeof socket).toBe('object')
    expect(await open(ticket)).toBe(401)
    if (typeof socket === 'object') socket.terminate()
  })

  it('is refused for a foreign origin before the ticket is used up', async () => {
    const { planner } = await buildTenant(app)
    const ticket = await liveTicket(app, planner)
    for (const from of [
      'http://evil.example',
      'http://localhost:3002',
      'null',
      'http://localhost:3001.evil.example',
      null,
    ]) {
      expect(await open(ticket, { origin: from })).toBe(403)
    }
    const socket = await open(ticket)
    expect(typeof socket).toBe('object')
    if (typeof socket === 'object') socket.terminate()
  })

  it('is refused for forged, foreign and unsuitable tickets, and for other paths', async () => {
    const { planner } = await buildTenant(app)
    const { token } = await issueNotificationToken(app, holderOf(planner))
    for (const ticket of ['', 'x', token, planner.sessionSecret ?? '', 'a'.repeat(5_000)]) {
      expect(await open(ticket)).toBe(401)
    }
    expect(await open(await liveTicket(app, planner), { path: '/api/other' })).toBe(404)
  })

  it('is refused when the session ended after the ticket was issued', async () => {
    const { planner } = await buildTenant(app)
    const ticket = await liveTicket(app, planner)
    await app.db.withSystem((tx) => endSession(tx, holderOf(planner).sessionHash))
    expect(await open(ticket)).toBe(401)
  })

  it('is allowed for ten sockets of one user at once and no more', async () => {
    const { planner } = await buildTenant(app)
    const tickets = await Promise.all(Array.from({ length: 14 }, () => liveTicket(app, planner)))
    const sockets = await Promise.all(tickets.map((ticket) => open(ticket)))
    expect(sockets.filter((socket) => socket === 429)).toHaveLength(4)
    for (const socket of sockets) if (typeof socket === 'object') socket.terminate()
  })

  it('with a malformed request gets an error status', async () => {
    const raw = connect(served.port, '127.0.0.1')
    raw.write('GET //%%% HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const [answer] = await once(raw, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d/)
    raw.destroy()
  })
})

/** The full test uses 1,000: LIVE_CHANGES=1000. Even, for two organizations. */
const changes = Number(process.env.LIVE_CHANGES ?? 50)

describe('change messages', () => {
  it('reach every socket of the organization and no other socket', async () => {
    const [a, b] = [await buildTenant(app), await buildTenant(app)]
    const sockets = [await opened(a.admin), await opened(a.planner), await opened(b.admin)]
    const [toAdmin, toPlanner, toOther] = sockets.map(collect) as [string[], string[], string[]]
    for (let n = 0; n < changes; n++) await change(n % 2 ? a : b, `${n % 2 ? 'A' : 'B'}-marker-${n}`)
    // The last change of each: all earlier messages have arrived before it.
    for (const tenant of [a, b]) await change(tenant, `${tenant === a ? 'A' : 'B'}-marker-last`)
    await until(() => [toAdmin, toPlanner, toOther].every((frames) => frames.at(-1)?.includes('-last')))
    expect([toAdmin, toPlanner, toOther].map(({ length }) => length)).toEqual(Array(3).fill(changes / 2 + 1))
    expect([...toAdmin, ...toPlanner].filter((frame) => frame.includes('B-marker'))).toEqual([])
    expect(toOther.filter((frame) => frame.includes('A-marker'))).toEqual([])
    for (const frame of toAdmin) expect(LiveEvent.parse(JSON.parse(frame)).type).toBe('changed')
    for (const socket of sockets) socket.terminate()
  })

  it('of the last minute are the first that a new socket receives, from its own organization only', async () => {
    const [a, b] = [await buildTenant(app), await buildTenant(app)]
    await change(a, 'A-before')
    await change(b, 'B-before')
    const frames: string[] = []
    const ticket = await liveTicket(app, a.planner)
    const socket = new WebSocket(`ws://127.0.0.1:${served.port}/api/live?token=${ticket}`, { origin: liveOrigin })
    socket.on('message', (data) => frames.push(String(data)))
    await until(() => frames.length === 2)
    expect(JSON.parse(frames[0] ?? '')).toEqual({ type: 'hello', knownForMs: expect.any(Number) })
    expect(frames[1]).toContain('A-before')
    await change(a, 'A-after')
    await until(() => frames.length === 3)
    expect(frames[2]).toContain('A-after')
    expect(frames.join()).not.toContain('B-before')
    socket.terminate()
  })

  it('contain nothing that was rolled back', async () => {
    const tenant = await buildTenant(app)
    const socket = await opened(tenant.planner)
    const frames = collect(socket)
    const failing = writeTenant(seedContext(app, tenant.tenantId), async ({ record }) => {
      record.changed('savedViews', { id: 'never' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await change(tenant, 'after')
    await until(() => frames.length > 0)
    expect(frames.join()).not.toContain('never')
    socket.terminate()
  })
})

describe('the limits of a live socket', () => {
  it('close a socket that sends more than 64 KiB or more than 20 messages a second', async () => {
    const { planner } = await buildTenant(app)
    const large = await opened(planner)
    large.send('x'.repeat(64 * 1_024 + 1))
    expect(await closed(large)).toBe(1009)
    const busy = await opened(planner)
    for (let n = 0; n < 30; n++) busy.send('{}')
    expect(await closed(busy)).toBe(1008)
    const calm = await opened(planner)
    for (let n = 0; n < 20; n++) calm.send('not even json')
    calm.ping()
    await once(calm, 'pong')
    expect(calm.readyState).toBe(WebSocket.OPEN)
    calm.terminate()
  })

  it('drop a client that reads nothing, while others are served', async () => {
    const tenant = await buildTenant(app)
    const slow = await opened(tenant.admin)
    const quick = await opened(tenant.planner)
    const frames = collect(quick)
    const gone = once(slow, 'close')
    slow.pause()
    const filler = 'f'.repeat(7_000)
    for (let n = 0; n < 1_500; n++) await change(tenant, `${n}-${filler}`)
    await until(() => frames.length === 1_500)
    slow.resume()
    await gone
    expect(quick.readyState).toBe(WebSocket.OPEN)
    quick.terminate()
  })

  it('drop a client that does not answer a ping', async () => {
    // Long enough for a live client to answer, on a busy machine too.
    const second = await serveLive(app, { pingEveryMs: 1_000 })
    const { planner } = await buildTenant(app)
    const alive = await opened(planner, { at: second.port })
    const dead = connect(second.port, '127.0.0.1')
    dead.write(
      `GET /api/live?token=${await liveTicket(app, planner)} HTTP/1.1\r\nHost: x\r\nOrigin: ${liveOrigin}\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    dead.resume()
    await once(dead, 'close')
    expect(alive.readyState).toBe(WebSocket.OPEN)
    const said = closed(alive)
    await second.live.close()
    expect(await said).toBe(1001)
    second.http.close()
  })
})

describe('the end of a session', () => {
  it('closes the sockets of this session only, and at once instead of at the next heartbeat', async () => {
    const tenant = await buildTenant(app)
    const other = await buildUser(app, { memberOf: [{ tenantId: tenant.tenantId }] })
    const mine = await opened(tenant.planner)
    const theirs = await opened(other)
    const frames = collect(mine)
    const startedAtMs = performance.now()
    const code = closed(mine)
    await app.db.withSystem((tx) => endSession(tx, holderOf(tenant.planner).sessionHash))
    expect(await code).toBe(4401)
    expect(performance.now() - startedAtMs).toBeLessThan(10_000)
    expect(frames.map((frame) => JSON.parse(frame))).toEqual([{ type: 'session' }])
    expect(theirs.readyState).toBe(WebSocket.OPEN)
    theirs.terminate()
  })
})
