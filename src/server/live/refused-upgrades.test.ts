// @module-tag bothEngines
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTenant } from '#testing/builders/build-tenant.ts'
import { liveOrigin, liveTicket, serveLive, until } from '#testing/serve-live.ts'
import { fakeClock } from '#testing/server-harness.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type AppServices, newServices } from '../context.ts'
import { newSecret } from '../services/credentials/secrets.ts'
import { RefusedUpgrades } from './refused-upgrades.ts'

let database: TestDatabase
let app: AppServices
let served: Awaited<ReturnType<typeof serveLive>>
const clock = fakeClock()
const asked = { reads: 0, writes: 0 }
const serverSide: Socket[] = []
const clients: Socket[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const counting: typeof db = {
    ...db,
    readSystem: (work) => {
      asked.reads += 1
      return db.readSystem(work)
    },
    withSystem: (work) => {
      asked.writes += 1
      return db.withSystem(work)
    },
  }
  app = newServices({ db: counting, now: clock.now })
  served = await serveLive(app)
  served.http.on('connection', (socket) => serverSide.push(socket))
})
afterAll(async () => {
  for (const socket of clients) socket.destroy()
  await served.live.close()
  served.http.close()
  await database.close()
})

const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }

/** The status that answers an upgrade; 101 means accepted. */
const knock = (ticket: string, from: string, origin = liveOrigin) =>
  new Promise<number>((resolve, reject) => {
    const asking = request({
      port: served.port,
      host: '127.0.0.1',
      path: `/api/live?token=${ticket}`,
      headers: { ...upgrade, Origin: origin, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'X-Forwarded-For': from },
    })
    asking.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asking.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    asking.on('error', reject)
    asking.end()
  })
/** Counts the database calls of some work, without the rounds of the live socket. */
const costOf = async (work: () => Promise<unknown>) => {
  Object.assign(asked, { reads: 0, writes: 0 })
  await work()
  return { ...asked }
}

describe('a refused upgrade', () => {
  it('causes no database call when its origin or the format of its ticket is wrong', async () => {
    const cost = await costOf(async () => {
      for (const ticket of ['', 'x', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}.`, 'A'.repeat(5_000)]) {
        expect(await knock(ticket, '203.0.113.1')).toBe(401)
      }
      expect(await knock(newSecret(), '203.0.113.1', 'http://evil.example')).toBe(403)
    })
    expect(cost).toEqual({ reads: 0, writes: 0 })
  })

  it('causes one reading and no write when its ticket is made up', async () => {
    expect(await costOf(async () => expect(await knock(newSecret(), '203.0.113.2')).toBe(401))).toEqual({
      reads: 1,
      writes: 0,
    })
  })

  it('causes no database call after thirty in a minute from one address, and other addresses are not affected', async () => {
    const { planner } = await buildTenant(app)
    for (let count = 0; count < 30; count += 1) expect(await knock(newSecret(), '203.0.113.3')).toBe(401)
    const cost = await costOf(async () => {
      for (let count = 0; count < 20; count += 1) expect(await knock(newSecret(), '203.0.113.3')).toBe(429)
    })
    expect(cost).toEqual({ reads: 0, writes: 0 })
    const ticket = await liveTicket(app, planner)
    expect(await knock(ticket, '203.0.113.3')).toBe(429)
    expect(await knock(ticket, '203.0.113.4')).toBe(101)
    clock.advance(60_000)
    expect(await knock(await liveTicket(app, planner), '203.0.113.3')).toBe(101)
  })

  it('is closed by the server even when its client neither reads nor closes', async () => {
    serverSide.length = 0
    const head = Object.entries({ Host: 'x', Origin: 'http://evil.example', ...upgrade })
    const text = `GET /api/live HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    for (let count = 0; count < 200; count += 1) {
      const socket = connect({ port: served.port, host: '127.0.0.1', allowHalfOpen: true })
      clients.push(socket.pause())
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(text)
    }
    const letGo = () => serverSide.filter(({ destroyed }) => destroyed).length
    await until(() => letGo() === 200)
    expect(letGo()).toBe(serverSide.length)
  })
})

describe('the memory of refused upgrades', () => {
  it('is bounded: the oldest address is forgotten', () => {
    const refused = new RefusedUpgrades()
    for (let count = 0; count < 30; count += 1) refused.note('203.0.113.1', 0)
    expect(refused.areTooMany('203.0.113.1', 0)).toBe(true)
    for (let count = 0; count < 10_000; count += 1) refused.note(`10.1.${count >> 8}.${count & 255}`, 0)
    expect(refused.size).toBe(10_000)
    expect(refused.areTooMany('203.0.113.1', 0)).toBe(false)
  })

  it('never refuses a caller whose address is unknown', () => {
    const refused = new RefusedUpgrades()
    for (let count = 0; count < 50; count += 1) refused.note(null, 0)
    expect([refused.size, refused.areTooMany(null, 0)]).toEqual([0, false])
  })
})
