// @module-tag rest
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { ErrorBody } from '#contract/errors.ts'
import { tenantIdHeader } from '#contract/headers.ts'
import { endpoints } from '#contract/registry.ts'
import type { TestAnswer } from '#testing/call-as.ts'
import { ask } from '#testing/role-matrix/ask.ts'
import { requests } from '#testing/role-matrix/requests.ts'
import { buildWorld, type World } from '#testing/role-matrix/world.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openApiDocument, openApiPath } from './openapi.ts'

const RpcError = z.object({ jsonrpc: z.literal('2.0'), error: z.object({ code: z.number(), message: z.string() }) })

let server: TestServer
let world: World

beforeAll(async () => {
  server = await startServer()
  world = await buildWorld(server)
})
afterAll(() => server.close())

/** Answers to requests that are wrong in different ways: the caller, the organization, the ids, the version and the body. */
const wrongly = async (name: string): Promise<TestAnswer[]> => {
  const endpoint = endpoints.find((candidate) => candidate.name === name)
  const request = await requests[name]?.(world)
  if (!endpoint || !request) throw new Error(`No request named ${name}`)
  const { tenantId } = world.home
  const viewer = await server.newUser({ memberOf: [{ tenantId, access: 'view' }] })
  // A new one for each call, because some calls end the session of their caller.
  const someAdmin = await server.newUser({ memberOf: [{ tenantId, access: 'admin' }] })
  const admin = () => ({ ...someAdmin })
  const unknown = Object.fromEntries(Object.keys(request.params ?? {}).map((key) => [key, randomUUID()]))
  return [
    await ask(world, null, endpoint, request),
    await ask(world, { ...viewer }, endpoint, request),
    await ask(world, admin(), endpoint, request, { [tenantIdHeader]: randomUUID() }),
    await ask(world, admin(), endpoint, request, { [tenantIdHeader]: 'none' }),
    await ask(world, admin(), endpoint, { ...request, params: unknown }),
    await ask(world, admin(), endpoint, request, { 'If-Match': '"987654"' }),
    await ask(world, admin(), endpoint, { ...request, body: request.body && { wrong: [null] } }),
    await ask(world, admin(), endpoint, { ...request, query: '?since=x&from=x&limit=x' }),
    await ask(world, admin(), endpoint, { ...request, body: '{"broken' }),
  ]
}

it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  'the document lists the statuses with which %s refuses',
  async (name, endpoint) => {
    const operation = openApiDocument().paths[openApiPath(endpoint)]?.[endpoint.method.toLowerCase()]
    const refused = (await wrongly(name)).filter(({ status }) => status >= 400 && status < 500)
    const listed = Object.keys(operation?.responses ?? {}).filter((status) => status.startsWith('4'))
    expect(listed).toContain('400')
    expect(listed).toEqual(expect.arrayContaining(refused.map(({ status }) => String(status))))
    // The Model Context Protocol refuses with JSON-RPC errors.
    const isError = (body: unknown) =>
      name === 'postMcp' ? RpcError.safeParse(body).success : ErrorBody.safeParse(body).success
    for (const { body } of refused) expect(isError(body)).toBe(true)
  },
)
