// @module-tag rest
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { ErrorBody } from '#contract/errors.ts'
import { endpoints, type RegisteredEndpoint } from '#contract/registry.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildDevice } from '#testing/builders/build-device.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { hostileBody, hostileHeaders, hostileValue } from '#testing/hostile-values.ts'
import { type IdentityServer, startIdentityServer } from '#testing/identity-server.ts'
import { pathOf } from '#testing/role-matrix/ask.ts'
import type { MatrixRequest } from '#testing/role-matrix/matrix-request.ts'
import { requests } from '#testing/role-matrix/requests.ts'
import { buildWorld, type World } from '#testing/role-matrix/world.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { oidcSettings, redirectUri } from '#testing/single-sign-on.ts'

/** FUZZ_CASES=100000 runs more cases. A failure prints the seed. */
const cases = Number(process.env.FUZZ_CASES ?? 1_500)

let identity: IdentityServer
let server: TestServer
let world: World
let actor: Actor
const prepared = new Map<string, MatrixRequest>()

beforeAll(async () => {
  identity = await startIdentityServer({ redirectUri })
  server = await startServer(oidcSettings(identity))
  world = await buildWorld(server)
  const ctx = await server.contextOf(world.home.admin)
  const { floorSecret } = await buildDevice(ctx, { categoryIds: [(await buildCategory(ctx)).categoryId] })
  // A browser with the cookie of a device beside that of its session.
  actor = { ...(await server.newUser({ isSuperAdmin: true, worksIn: world.home.tenantId })), floorSecret }
  for (const { name } of endpoints) prepared.set(name, (await requests[name]?.(world)) ?? {})
})
afterAll(async () => {
  await server.close()
  await identity.close()
})

/** Names of all fields of a schema, including those that a valid request leaves out. */
const fieldsOf = (schema: z.ZodMiniType | undefined): string[] => {
  if (!schema) return []
  const { properties, items } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const item = typeof items === 'object' && !Array.isArray(items) ? items.properties : undefined
  return Object.keys(properties ?? item ?? {})
}

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Text that is valid in an address: lone surrogates cannot be percent-encoded. */
const encodable = (value: unknown): string => text(value).toWellFormed().slice(0, 2_000)

const withField = (body: unknown, field: string, value: unknown): unknown => {
  if (Array.isArray(body)) return body.map((item) => withField(item, field, value))
  return { ...(body as object), [field]: value }
}

interface Sent {
  readonly path: string
  readonly body?: string
  readonly headers: Record<string, string>
}

const caseOf = (endpoint: RegisteredEndpoint): fc.Arbitrary<Sent> => {
  const valid = prepared.get(endpoint.name) ?? {}
  const path = pathOf(endpoint, valid)
  const body = valid.body === undefined ? undefined : JSON.stringify(valid.body)
  const fields = fieldsOf(endpoint.body)
  const params = Object.keys(valid.params ?? {})
  const kinds: fc.Arbitrary<Sent>[] = [hostileHeaders.map((headers) => ({ path, body, headers }))]
  kinds.push(
    hostileValue.map((value) => ({
      path: `${path.split('?')[0]}?projectIds=${encodeURIComponent(encodable(value))}&x=%`,
      body,
      headers: {},
    })),
  )
  if (params.length > 0) {
    kinds.push(
      fc.tuple(fc.constantFrom(...params), hostileValue).map(([name, value]) => ({
        path: pathOf(endpoint, { ...valid, params: { ...valid.params, [name]: encodable(value) } }),
        body,
        headers: {},
      })),
    )
  }
  if (endpoint.method !== 'GET') kinds.push(hostileBody.map((raw) => ({ path, body: raw, headers: {} })))
  if (fields.length > 0) {
    const oneField = fc
      .tuple(fc.constantFrom(...fields), hostileValue)
      .map(([field, value]) => ({ path, body: JSON.stringify(withField(valid.body ?? {}, field, value)), headers: {} }))
    kinds.push(oneField, oneField, oneField)
  }
  return fc.oneof(...kinds)
}

const inner =
  /node_modules|\bat .+:\d+|\.ts:|\/work\/|select |insert into|violates|syntax error|relation "|pglite|drizzle/i

it(`answers ${cases} malformed requests with a refusal or a success, never a failure`, {
  timeout: 60_000 + cases * 60,
}, async () => {
  const ending = new Set(['postLogout', 'postFloorSignOut', 'putMyTenant'])
  const walkable = endpoints.filter(({ name }) => !ending.has(name))
  const anyCase = fc.constantFrom(...walkable).chain((endpoint) => caseOf(endpoint).map((sent) => ({ endpoint, sent })))
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ endpoint, sent }) => {
      // A fresh copy, so that a refused cookie does not sign the actor out for the following cases.
      const answer = await server.as({ ...actor }).call(endpoint.method, sent.path, sent.body, sent.headers)
      expect(answer.status, `${endpoint.name}: ${answer.text}\n${server.logs.at(-2)}`).toBeLessThan(500)
      if (answer.status < 400) return
      const isRpc = endpoint.errors === 'jsonRpc' && answer.body?.jsonrpc === '2.0'
      if (isRpc) expect(answer.body.error, answer.text).toMatchObject({ message: expect.any(String) })
      else expect(ErrorBody.safeParse(answer.body).success, answer.text).toBe(true)
      expect(answer.text.replaceAll(/"(error|message)":"[^"]*(xxx|k\d+)[^"]*"/g, '')).not.toMatch(inner)
    }),
    { numRuns: cases },
  )
})

it('refuses bytes that are not UTF-8', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/projects',
    headers: {
      cookie: `__Host-sid=${actor.sessionSecret}`,
      'content-type': 'application/json',
      origin: 'http://localhost:3001',
      host: 'localhost:3001',
      'x-requested-with': 'test',
    },
    payload: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
  })
  expect(answer.statusCode).toBe(400)
})
