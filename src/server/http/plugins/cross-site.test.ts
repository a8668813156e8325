import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { ask } from '#testing/role-matrix/ask.ts'
import type { MatrixRequest } from '#testing/role-matrix/matrix-request.ts'
import { requests } from '#testing/role-matrix/requests.ts'
import { buildWorld, type World } from '#testing/role-matrix/world.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let tenant: TestTenant
let world: World

beforeAll(async () => {
  server = await startServer({ ALLOWED_ORIGINS: 'https://plan.example.com' })
  world = await buildWorld(server)
  tenant = world.home
})
afterAll(() => server.close())

const inject = (method: string, url: string, headers: Record<string, string> = {}, payload?: string) =>
  server.app.inject({ method: method as 'GET', url, headers, payload })

describe('forged requests', () => {
  const cookie = () => ({ cookie: `__Host-sid=${tenant.admin.sessionSecret}`, host: 'localhost:3001' })
  const own = { origin: 'http://localhost:3001', 'x-requested-with': 'scheduler', 'content-type': 'application/json' }
  const without = (name: string) => Object.fromEntries(Object.entries(own).filter(([key]) => key !== name))
  const changes: [string, Record<string, string>, number][] = [
    ['as our client sends it', own, 201],
    ['same-origin fetch without Origin', { ...without('origin'), 'sec-fetch-site': 'same-origin' }, 201],
    ['an allowed origin', { ...own, origin: 'https://plan.example.com' }, 201],
    ['with a charset', { ...own, 'content-type': 'application/json; charset=utf-8' }, 201],
    ['no X-Requested-With', without('x-requested-with'), 403],
    ['text/plain', { ...own, 'content-type': 'text/plain' }, 403],
    ['a form', { ...own, 'content-type': 'application/x-www-form-urlencoded' }, 403],
    ['multipart', { ...own, 'content-type': 'multipart/form-data; boundary=x' }, 403],
    ['no content type', without('content-type'), 403],
    ['nearly JSON', { ...own, 'content-type': 'application/jsonx' }, 403],
    ['no Origin at all', without('origin'), 403],
    ['no Origin, cross-site', { ...without('origin'), 'sec-fetch-site': 'cross-site' }, 403],
    ['no Origin, same-site', { ...without('origin'), 'sec-fetch-site': 'same-site' }, 403],
    ['no Origin, typed', { ...without('origin'), 'sec-fetch-site': 'none' }, 403],
    ['a foreign origin', { ...own, origin: 'https://evil.example' }, 403],
    [
      'a foreign origin that claims same-origin',
      { ...own, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      403,
    ],
    ['origin null', { ...own, origin: 'null' }, 403],
    ['another port', { ...own, origin: 'http://localhost:3002' }, 403],
  ]

  it.each(changes)('%s', async (_, headers, status) => {
    const body = JSON.stringify({ projectName: world.unique('Project') })
    expect((await inject('POST', '/api/projects', { ...cookie(), ...headers }, body)).statusCode).toBe(status)
  })

  it.each(['PUT', 'PATCH', 'DELETE'])('%s follows the same rules', async (method) => {
    const { projectId } = await world.project()
    const send = (headers: Record<string, string>) =>
      inject(
        method,
        `/api/projects/${projectId}`,
        { ...cookie(), ...headers },
        method === 'DELETE' ? undefined : '{"priority":1}',
      )
    expect((await send(without('x-requested-with'))).statusCode).toBe(403)
    expect((await send({ ...own, origin: 'https://evil.example' })).statusCode).toBe(403)
    const headers = method === 'DELETE' ? without('content-type') : own
    expect((await send(headers)).statusCode).toBeLessThan(300)
  })

  it('GET and HEAD change nothing', async () => {
    // A reading may wait for a new forecast, which counts as a change of the screens, so change numbers are left out.
    const record = "(to_jsonb(t) - 'change_number')::text"
    const checksum = async () => {
      const ctx = await server.contextOf(tenant.admin)
      const tables = [
        'projects',
        'operations',
        'categories',
        'shifts',
        'holidays',
        'holiday_templates',
        'scheduling_runs',
        'history_entries',
        'tenants',
        'idempotency_keys',
      ]
      const counts = await server.services.db.withTenant(ctx, async (tx) => {
        const found: unknown[] = []
        for (const table of tables) {
          const { rows } = await tx.execute(
            sql.raw(`select md5(coalesce(string_agg(${record}, '|' order by ${record}), '')) as sum from ${table} t`),
          )
          found.push(rows[0])
        }
        return found
      })
      const people = await server.services.db.withSystem((tx) =>
        tx.execute(sql`select md5(string_agg(u::text, '|' order by u::text)) from users u`),
      )
      return JSON.stringify([counts, people.rows])
    }
    const reads = endpoints.filter(({ method }) => method === 'GET')
    const prepared: [(typeof reads)[number], MatrixRequest][] = []
    for (const endpoint of reads) prepared.push([endpoint, (await requests[endpoint.name]?.(world)) ?? {}])
    const before = await checksum()
    for (const [endpoint, request] of prepared) {
      await ask(world, tenant.admin, endpoint, request)
      await ask(world, tenant.admin, { ...endpoint, method: 'HEAD' as 'GET' }, request)
    }
    expect(await checksum()).toBe(before)
  })
})

describe('calls from other origins', () => {
  const origins = [
    'null',
    '*',
    'https://plan.example.com.evil.example',
    'https://evil-plan.example.com',
    'https://evil.example/https://plan.example.com',
    'http://plan.example.com',
    'https://plan.example.com:444',
    'https://PLAN.example.com',
    'https://plan.example.com/',
    'https://plan.example.com.',
    'https://sub.plan.example.com',
    'https://example.com',
    'https://plan.example.co',
    'https://plan-example.com',
    'https://planxexample.com',
    'https://xn--pln-rpa.example.com',
    'https://user@plan.example.com',
    'https://plan.example.com%60.evil.example',
    'file://',
    'http://localhost:3001',
  ]

  it.each(origins)('%s is not allowed by CORS headers', async (origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await inject(method, '/api/projects', { origin, 'access-control-request-method': 'PUT' })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers.vary).toContain('Origin')
    }
  })

  it('a configured origin is allowed, with credentials', async () => {
    const origin = 'https://plan.example.com'
    const preflight = await inject('OPTIONS', '/api/projects', { origin, 'access-control-request-method': 'PUT' })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe(origin)
    expect(preflight.headers['access-control-allow-credentials']).toBe('true')
    expect(String(preflight.headers['access-control-allow-headers'])).toContain('X-Requested-With')
    expect((await inject('GET', '/api/health', { origin })).headers['access-control-allow-origin']).toBe(origin)
  })
})
