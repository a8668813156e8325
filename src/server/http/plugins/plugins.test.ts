import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { ask } from '#testing/role-matrix/ask.ts'
import { requests } from '#testing/role-matrix/requests.ts'
import { buildWorld, type World } from '#testing/role-matrix/world.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { RoomGuard } from '../../db/embedded/room-guard.ts'
import { AppError, StorageFullError } from '../../errors.ts'
import { attachLive } from '../../live/attach-live.ts'

let server: TestServer
let tenant: TestTenant
let world: World
const siteRoot = mkdtempSync(join(tmpdir(), 'site-'))

beforeAll(async () => {
  mkdirSync(join(siteRoot, 'assets'))
  mkdirSync(join(siteRoot, '.vite'))
  writeFileSync(join(siteRoot, 'index.html'), '<!doctype html><title>Scheduler</title>')
  writeFileSync(join(siteRoot, 'assets/main-a1b2c3.js'), 'console.log(1)'.repeat(200))
  writeFileSync(join(siteRoot, 'assets/main-a1b2c3.js.br'), 'compressed')
  writeFileSync(join(siteRoot, '.sources'), 'secret')
  writeFileSync(join(siteRoot, '.vite/manifest.json'), '{}')
  server = await startServer({ siteRoot })
  world = await buildWorld(server)
  tenant = world.home
})
afterAll(async () => {
  await server.close()
  rmSync(siteRoot, { recursive: true })
})

const inject = (method: string, url: string, headers: Record<string, string> = {}, payload?: string) =>
  server.app.inject({ method: method as 'GET', url, headers, payload })

const liveOptions = {
  isAllowedOrigin: () => false,
  trustedProxies: 0,
  headers: { isProduction: false, socketUrl: null },
}

/** The port of the server on a real connection. */
const listening = async (of: TestServer = server): Promise<number> => {
  if (!of.app.server.listening) await of.app.listen({ port: 0, host: '127.0.0.1' })
  const address = of.app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Sends text over a connection, and returns all that is answered until the server closes it. */
const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
  })

/** The answers on a connection, each with its status, headers and body. */
const answersIn = (text: string) =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part !== '')
    .map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n')
      const [line = '', ...lines] = head.split('\r\n')
      const headers = Object.fromEntries(
        lines.map((each) => {
          const [name = '', ...value] = each.split(': ')
          return [name.toLowerCase(), value.join(': ')]
        }),
      )
      return { status: Number(line.split(' ')[1]), headers, body }
    })

const ourPolicy = [`default-src 'self'`, `object-src 'none'`, `script-src 'self'`]

const expectSafeHeaders = (headers: Record<string, unknown>, isApi: boolean) => {
  const policy = String(headers['content-security-policy']).split('; ')
  // The preview of a status page runs nothing, as the page itself, and sends its address nowhere.
  const runsNothing = policy.includes(`default-src 'none'`)
  if (runsNothing) expect(policy.join()).not.toContain('script-src')
  for (const part of [...(runsNothing ? [] : ourPolicy), `base-uri 'none'`, `frame-ancestors 'none'`]) {
    expect(policy).toContain(part)
  }
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe(runsNothing ? 'no-referrer' : 'same-origin')
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  if (isApi) expect(headers['cache-control']).toBe('no-store')
}

describe('safe headers of every answer', () => {
  it.each(endpoints.map(({ name }) => name))('%s', async (name) => {
    const endpoint = endpoints.find((candidate) => candidate.name === name)
    const request = await requests[name]?.(world)
    if (!endpoint || !request) throw new Error(`No request named ${name}`)
    for (const actor of [null, await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, isAdmin: true }] })]) {
      expectSafeHeaders((await ask(world, actor, endpoint, request)).headers, true)
    }
  })

  it.each([
    ['/api/nothing', 404, true],
    ['/api/projects?%zz', 401, true],
    ['/api/users/%zz', 400, true],
    ['/api/docs', 200, true],
    ['/api/openapi.json', 200, true],
    ['/assets/gone.js', 404, false],
    ['/projects/17', 200, false],
    ['/', 200, false],
    [`/${'x'.repeat(9000)}`, 414, false],
  ])('%s', async (url, status, isApi) => {
    const answer = await inject('GET', url)
    expect(answer.statusCode).toBe(status)
    expectSafeHeaders(answer.headers, isApi)
  })

  const closes = 'Host: x\r\nConnection: close\r\n'
  const h2c = 'Host: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
  it.each([
    ['a request line that is none', 'what\r\n\r\n', 400],
    ['a method that does not exist', `GRAB /api/health HTTP/1.1\r\n${closes}\r\n`, 400],
    ['a version that does not exist', `GET /api/health HTTP/9.9\r\n${closes}\r\n`, 400],
    ['no Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['no Host, with the oldest version', 'GET /api/health HTTP/1.0\r\n\r\n', 200],
    ['an unknown Expect', `GET /api/health HTTP/1.1\r\n${closes}Expect: nonsense\r\n\r\n`, 417],
    ['an address that cannot be read', `GET /api/%zz HTTP/1.1\r\n${closes}\r\n`, 400],
    ['headers that are too large', `GET / HTTP/1.1\r\n${closes}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a body of two lengths', `POST /api/x HTTP/1.1\r\n${closes}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ['a socket without a ticket', `GET /api/live HTTP/1.1\r\n${h2c}\r\n`, 403],
  ])('come with a raw answer to %s', async (_, text, status) => {
    const live = attachLive(server.app.server, server.services, liveOptions)
    const [answer, ...others] = answersIn(await raw(await listening(), text))
    await live.close()
    expect(others).toEqual([])
    expect(answer?.status).toBe(status)
    expectSafeHeaders(answer?.headers ?? {}, true)
  })

  it.each([
    ['/api/health', 200],
    ['/api/nothing', 404],
  ])('come with the answer to a request that offers another protocol, which is ignored: %s', async (path, status) => {
    const live = attachLive(server.app.server, server.services, liveOptions)
    const answers = answersIn(await raw(await listening(), `GET ${path} HTTP/1.1\r\n${h2c}\r\n`))
    await live.close()
    expect(answers.map((answer) => answer.status)).toEqual([status])
    for (const { headers } of answers) expectSafeHeaders(headers, true)
  })

  it('come with the refusal of a request that arrives while the server is being closed', async () => {
    const closing = await startServer()
    const port = await listening(closing)
    const body = '{"email":"someone@example.com","password":"Some-Password-1"}'
    const origin = `Host: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nX-Requested-With: t\r\n`
    const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n`
    let answered = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`POST /api/auth/login HTTP/1.1\r\n${origin}${type}\r\n`),
    )
    socket.on('data', (chunk) => {
      answered += chunk
    })
    const ended = new Promise((resolve) => socket.on('close', resolve))
    await expect.poll(() => answered).toContain('100 Continue')
    answered = ''
    const closed = closing.app.close()
    await expect.poll(() => closing.app.server.listening).toBe(false)
    socket.write(`${body}GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n`)
    await ended
    await closed
    const answers = answersIn(answered)
    expect(answers.map(({ status }) => status)).toEqual([401, 503])
    expect(JSON.parse(answers[1]?.body ?? '')).toMatchObject({ code: 'unavailable' })
    for (const { headers } of answers) expectSafeHeaders(headers, true)
    await closing.close()
  })

  it('include HSTS in production only', async () => {
    expect((await inject('GET', '/api/health')).headers['strict-transport-security']).toBeUndefined()
    const production = await startServer({ NODE_ENV: 'production' })
    const answer = await production.app.inject({ url: '/api/health' })
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
    await production.close()
  })
})

describe('the built application', () => {
  it('is served with permanently cached hashed files, compressed where possible, and everything else revalidated', async () => {
    const plain = await inject('GET', '/assets/main-a1b2c3.js')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const small = await inject('GET', '/assets/main-a1b2c3.js', { 'accept-encoding': 'br' })
    expect([small.headers['content-encoding'], small.body]).toEqual(['br', 'compressed'])
    expect(small.headers['content-type']).toContain('javascript')
    for (const url of ['/', '/schedule', '/projects/17?tab=history']) {
      const page = await inject('GET', url)
      expect([page.statusCode, page.headers['cache-control'], page.body]).toEqual([
        200,
        'no-cache',
        expect.stringContaining('Scheduler'),
      ])
    }
  })

  const navigation = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  it.each([
    ['a browser on an unknown path', '/no/such/screen', navigation, 200],
    ['a browser on a path that looks like a file', '/old-page.html', navigation, 200],
    ['a program that takes anything, on a screen', '/schedule', '*/*', 200],
    ['a program that takes anything, on a file', '/favicon.ico', '*/*', 404],
    ['a program that wants JSON', '/schedule', 'application/json', 404],
    ['an image of a page', '/schedule', 'image/avif,image/webp', 404],
    ['a probe', '/healthz', '*/*', 404],
    ['a probe', '/livez/', '*/*', 404],
    ['a probe', '/readyz?verbose', '*/*', 404],
    ['a probe that looks like a browser', '/metrics', navigation, 404],
    ['a scanner', '/.env', navigation, 404],
    ['a scanner', '/app/%2egit/config', navigation, 404],
  ])('answers %s (%s, accepting %s) with %i', async (_who, url, accept, status) => {
    const { statusCode, body } = await inject('GET', url, { accept })
    expect([statusCode, body.includes('<title>Scheduler</title>')]).toEqual([status, status === 200])
    if (status === 404) expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
  })

  it('exposes no files outside its folder, and no build notes', async () => {
    for (const url of [
      '/../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/.sources',
      '/.vite/manifest.json',
      '/assets/%2e%2e/.sources',
    ]) {
      const { body } = await inject('GET', url)
      expect(body, url).not.toMatch(/secret|"name"|^\{\}$/)
    }
    expect((await inject('POST', '/schedule')).statusCode).toBe(404)
  })
})

describe('limits', () => {
  const send = (body: string, headers = {}) => server.as(tenant.admin).call('POST', '/projects', body, headers)
  it('apply to the body (1 MiB), the address (8 KiB) and query parameters (100)', async () => {
    expect(await send(JSON.stringify({ description: 'x'.repeat(1024 * 1024) }))).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    })
    expect((await server.as(tenant.admin).get(`/projects?x=${'y'.repeat(8200)}`)).status).toBe(414)
    const query = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')
    expect((await server.as(tenant.admin).get(`/projects?${query(100)}`)).status).toBe(200)
    expect((await server.as(tenant.admin).get(`/projects?${query(101)}`)).status).toBe(400)
  })

  it('apply to the headers, and bytes that are not HTTP get an answer too', async () => {
    const tooLarge = await raw(await listening(), `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(tooLarge).toMatch(/^HTTP\/1\.1 431 [\s\S]*nosniff[\s\S]*"code":"header_too_large"/)
    expect(await raw(await listening(), 'what\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/)
  })
})

describe('an answer of 500', () => {
  it.each([
    ['an error of the code', new Error('Cannot read /srv/secret.ts')],
    [
      'an error of ours',
      new AppError('internal', 'select secret', { problems: [{ path: 'secret', message: 'secret' }] }),
    ],
    ['text', 'secret'],
  ])('contains one sentence and no details of the error: %s', async (_, thrown) => {
    const { db } = server.services
    const { withTenant } = db
    Object.assign(db, { withTenant: () => Promise.reject(thrown) })
    const answer = await server.as(tenant.admin).post('/projects', { projectName: 'Crane' })
    Object.assign(db, { withTenant })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      error: 'Something went wrong. Please try again.',
      code: 'internal',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(answer.text).not.toContain('secret')
  })
})

describe('health', () => {
  it('is up without the database, and ready until the server is asked to stop', async () => {
    expect((await inject('GET', '/api/health')).json()).toEqual({ status: 'ok' })
    expect((await inject('GET', '/api/ready')).json()).toEqual({ status: 'ready' })
    server.readiness.takesWork = false
    const refused = await inject('GET', '/api/ready')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    server.readiness.takesWork = true
  })
})

describe('a disk that is nearly full', () => {
  it('refuses changes in plain words, allows reading, and takes changes again once there is room', async () => {
    const { db } = server.services
    const hasRoom = db.assertRoom
    const admin = server.as(tenant.admin)
    const create = () => admin.post('/projects', { projectName: 'Crane' })
    Object.assign(db, {
      assertRoom: () => {
        throw new StorageFullError()
      },
    })
    const refused = await create()
    expect(refused).toMatchObject({
      status: 507,
      body: { code: 'storage_full', error: expect.stringContaining('storage is full') },
    })
    expect((await admin.get('/projects')).status).toBe(200)
    expect((await admin.post('/auth/notification-token')).status).toBe(200)
    Object.assign(db, { assertRoom: hasRoom })
    expect((await create()).status).toBe(201)
  })

  it('is detected by its free space, which is checked at most once a second', () => {
    let freeMegabytes = 500
    const guard = new RoomGuard('', () => freeMegabytes * 1024 * 1024)
    expect(guard.hasRoom(0)).toBe(true)
    freeMegabytes = 47
    expect(guard.hasRoom(999)).toBe(true)
    expect(guard.hasRoom(1_000)).toBe(false)
    freeMegabytes = 48
    expect(guard.hasRoom(2_000)).toBe(true)
  })
})

describe('the API documentation', () => {
  it('lists every endpoint, on a page whose only script is a file of the application', async () => {
    const document = (await inject('GET', '/api/openapi.json')).json()
    const documented = Object.values<Record<string, { operationId: string }>>(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    expect(documented.sort()).toEqual(endpoints.map(({ name }) => name).sort())
    const page = (await inject('GET', '/api/docs')).body
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/api-docs.js" defer>'])
    expect(page).not.toMatch(/style="|onclick/)
    for (const { path } of endpoints) expect(page).toContain(`/api${path}`)
  })
})

describe('logs', () => {
  it('name routes by their pattern, and contain no secret, body or query', async () => {
    await server.as(null).post('/auth/login', { email: 'spy@example.com', password: 'Very-Secret-Words' })
    await server.as(tenant.admin).get('/users/by-email/someone%40example.com?token=abc123')
    const text = server.logs.join('')
    expect(text).toContain('/api/users/by-email/:email')
    for (const secret of [
      'Very-Secret-Words',
      'spy@example.com',
      'someone',
      'abc123',
      tenant.admin.sessionSecret ?? 'none',
      '__Host-sid=',
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})
