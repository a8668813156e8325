// @module-tag rest
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runTestShop } from '#testing/run-test-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { keepForecast } from '../../services/forecasts/current-forecast.ts'
import { listProjects } from '../../services/projects/read-projects.ts'
import { requestLimits } from './request-limits.ts'

/**
 * The limits of the product, shortened as far as a busy machine allows; a test below checks the real ones. The limit
 * for work is long, so that a slow request always meets the limit for arrival first.
 */
const timeLimits = { arrivalMs: 2_400, headerArrivalMs: 1_200, checkEveryMs: 50, workMs: 30_000, filePauseMs: 30_000 }

let server: TestServer
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startServer({ timeLimits })
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

/** Opens a connection, sends `text`, and collects everything it receives until it is closed. */
const say = async (text: string) => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => heard)
  await once(socket, 'connect')
  socket.write(text)
  return { socket, closed }
}
const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).status
const tooSlow = /^HTTP\/1\.1 408 [\s\S]*nosniff[\s\S]*"error":"The request took too long to arrive\."/

describe('a request that arrives slowly', () => {
  it('is cut off within 30 s in the product', () => {
    const { arrivalMs, headerArrivalMs, checkEveryMs, workMs } = requestLimits
    expect(headerArrivalMs).toBeLessThan(arrivalMs)
    expect(arrivalMs + checkEveryMs).toBeLessThanOrEqual(30_000)
    expect(workMs).toBeLessThanOrEqual(30_000)
  })

  it('does not block others: 200 connections with endless headers are all closed', async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, () => say('GET / HTTP/1.1\r\nHost: x\r\n')))
    expect(await health()).toBe(200)
    expect(slow.filter(({ socket }) => !socket.destroyed).length).toBeGreaterThan(0)
    const answers = await Promise.all(slow.map(({ closed }) => closed))
    for (const answer of answers) expect(answer).toMatch(tooSlow)
  })

  it('is dropped by the server even when its client neither reads nor closes', async () => {
    const serverSide: Socket[] = []
    const noteSocket = (socket: Socket) => void serverSide.push(socket)
    server.app.server.on('connection', noteSocket)
    for (let count = 0; count < 200; count += 1) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      sockets.push(socket.pause())
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
    }
    await expect.poll(() => serverSide.length).toBe(200)
    server.app.server.off('connection', noteSocket)
    await expect.poll(() => serverSide.filter(({ destroyed }) => !destroyed).length).toBe(0)
  })

  it('is cut off when its body arrives in tiny pieces, and has no effect', async () => {
    const { admin } = await server.newTenant()
    const body = JSON.stringify({ projectName: 'Drop by drop' })
    const head = [
      'POST /api/projects HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Origin: http://127.0.0.1:${port}`,
      'X-Requested-With: test',
      'Content-Type: application/json',
      `Content-Length: ${body.length + 10_000}`,
      `Cookie: __Host-sid=${admin.sessionSecret}`,
    ].join('\r\n')
    const { socket, closed } = await say(`${head}\r\n\r\n${body}`)
    const drops = setInterval(() => socket.write(' '), 20)
    const answer = await closed
    clearInterval(drops)
    expect(answer).toMatch(tooSlow)
    expect((await server.as(admin).get('/projects')).body).toEqual([])
    expect(await health()).toBe(200)
  })
})

describe('a request that the client breaks off', () => {
  it.each(['resetAndDestroy', 'destroy'] as const)('is not logged as an error: %s', async (breakOff) => {
    const { admin } = await server.newTenant()
    const linesBefore = server.logs.length
    const head = [
      'POST /api/projects HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Origin: http://127.0.0.1:${port}`,
      'X-Requested-With: test',
      'Content-Type: application/json',
      'Content-Length: 10000',
      `Cookie: __Host-sid=${admin.sessionSecret}`,
    ].join('\r\n')
    const reading = once(server.app.server, 'request')
    const { socket } = await say(`${head}\r\n\r\n{"projectName":`)
    const [request] = (await reading) as [IncomingMessage]
    await once(request, 'resume')
    socket[breakOff]()
    const lines = () => server.logs.slice(linesBefore).map((line) => JSON.parse(line))
    await expect.poll(() => lines().map(({ msg }) => msg)).toContain('request broken off')
    expect(lines().filter(({ level }) => level > 30)).toEqual([])
  })
})

describe('a request that is slow to answer', () => {
  it('is given up with 503 at the limit, also with a body, and the next one is answered', async () => {
    const quick = await startServer({ timeLimits: { ...timeLimits, workMs: 2_000 } })
    onTestFinished(() => quick.close())
    const { admin } = await quick.newTenant()
    const { db } = quick.services
    const { withTenant } = db
    const release = Promise.withResolvers<void>()
    Object.assign(db, {
      withTenant: async (...asked: Parameters<typeof withTenant>) => {
        await release.promise
        return withTenant.apply(db, asked)
      },
    })
    const origin = await quick.app.listen({ port: 0, host: '127.0.0.1' })
    const refused = await fetch(`${origin}/api/projects`, {
      method: 'POST',
      headers: {
        cookie: `__Host-sid=${admin.sessionSecret}`,
        'content-type': 'application/json',
        'x-requested-with': 'test',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ projectName: 'Crane' }),
    })
    Object.assign(db, { withTenant })
    release.resolve()
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
    expect(refused.headers.get('retry-after')).toBe('1')
    // The requested change is still made.
    await expect.poll(async () => (await quick.as(admin).get('/projects')).body).toHaveLength(1)
  })
})

describe('a file', () => {
  const workMs = 4_000

  /** A server with a shop of several readings. `hold` lets a reading of the next file wait: the first one, or the last. */
  const slowShop = async (limits: Partial<typeof timeLimits> = {}) => {
    const slow = await startServer({ timeLimits: { ...timeLimits, workMs, ...limits } })
    onTestFinished(() => slow.close())
    const shop = await runTestShop(slow.services, { projects: 150, operations: 2 })
    const reader = await slow.newUser({ memberOf: [{ tenantId: shop.tenantId }] })
    await keepForecast(shop)
    const { db } = slow.services
    const { readTenant } = db
    let [readings, held] = [0, 0]
    const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    Object.assign(db, {
      readTenant: async (...asked: Parameters<typeof readTenant>) => {
        readings += 1
        if (readings === held) {
          isHeld.resolve()
          await release.promise
        }
        return readTenant.apply(db, asked)
      },
    })
    const origin = await slow.app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = `__Host-sid=${reader.sessionSecret}`
    const ask = () => fetch(`${origin}/api/exports/operations?format=csv`, { headers: { cookie } })
    const post = (projectIds: readonly string[]) =>
      fetch(`${origin}/api/exports/projects`, {
        method: 'POST',
        headers: {
          cookie,
          'content-type': 'application/json',
          'x-requested-with': 'test',
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify({ projectIds, format: 'csv' }),
      })
    const whole = await (await ask()).text()
    expect(whole.trimEnd().split('\n')).toHaveLength(301)
    const hold = (which: 'first' | 'last') => {
      held = readings + (which === 'first' ? 1 : readings)
    }
    return { ask, post, shop, hold, whole, isHeld: isHeld.promise, release: release.resolve }
  }

  it('that takes longer than any other answer may is sent to its end', async () => {
    const { ask, hold, whole, isHeld, release } = await slowShop()
    hold('last')
    const asking = ask()
    await isHeld
    // A slow database.
    await setTimeout(1.5 * workMs)
    release()
    const answer = await asking
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(whole)
  })

  it('that a POST asks for is sent to its end', async () => {
    const { post, shop, whole } = await slowShop()
    const answer = await post((await listProjects(shop)).map(({ projectId }) => projectId))
    expect(answer.status).toBe(200)
    expect((await answer.text()).split('\n').toSorted()).toEqual(whole.split('\n').toSorted())
  })

  it('whose next part does not come is cut off, so that nobody takes it for complete', async () => {
    const { ask, hold, release } = await slowShop({ filePauseMs: 700 })
    hold('last')
    const answer = await ask()
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
    release()
  })

  it('that does not begin in time is refused with a sentence', async () => {
    const { ask, hold, release } = await slowShop()
    hold('first')
    const answer = await ask()
    release()
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      code: 'unavailable',
      error: 'This file takes too long to prepare. Filter the list, and try again.',
    })
  })
})
