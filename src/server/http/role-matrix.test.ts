import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { type ActorName, actorNames, actorPassword, buildActor } from '#testing/role-matrix/actors.ts'
import { ask } from '#testing/role-matrix/ask.ts'
import { expectations } from '#testing/role-matrix/expectations.ts'
import { type MatrixRequest, requests } from '#testing/role-matrix/requests.ts'
import { buildWorld, type World } from '#testing/role-matrix/world.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { users } from '../db/tables/users.table.ts'
import { hashPassword } from '../services/credentials/password-hash.ts'

let server: TestServer
let world: World

beforeAll(async () => {
  server = await startServer()
  world = await buildWorld(server)
  const passwordHash = await hashPassword(actorPassword)
  await server.services.db.withSystem((tx) =>
    tx.update(users).set({ passwordHash }).where(eq(users.userId, world.home.planner.userId)),
  )
})
afterAll(() => server.close())

/** Headers of a caller who pretends to be someone else. */
const hostile = (): Record<string, string> => ({
  'X-User-ID': world.home.admin.userId,
  'X-User-Email': world.home.admin.email,
  'X-User-Name': 'Root',
  'X-Is-Admin': 'true',
  'X-Is-Super-Admin': 'true',
  'X-Tenant-Name': world.home.name,
  'X-Forwarded-For': '127.0.0.1',
})

const actors = new Map<ActorName, Actor | null>()

/** Builds the actors that are missing. An actor that has changed nothing is reused. */
const actorsReady = async (): Promise<void> => {
  for (const name of actorNames) {
    if (actors.has(name)) continue
    actors.set(name, await buildActor(server.services, name, world.home.tenantId, world.other.tenantId))
  }
}

const statuses = async (name: string, headers: () => Record<string, string>): Promise<number[]> => {
  const endpoint = endpoints.find((candidate) => candidate.name === name)
  const makeRequest = requests[name]
  if (!endpoint || !makeRequest) throw new Error(`No endpoint or no request named ${name}`)
  await actorsReady()
  const found: number[] = []
  let request: MatrixRequest | null = null
  for (const actorName of actorNames) {
    request ??= await makeRequest(world)
    // A copy, because an answer may clear the cookie, and the expired session must be sent again with it.
    const actor = actors.get(actorName)
    const { status } = await ask(world, actor ? { ...actor } : null, endpoint, request, headers())
    found.push(status)
    if (endpoint.method === 'GET' || status >= 400) continue
    request = null
    actors.delete(actorName)
  }
  return found
}

describe('permissions of each role', () => {
  it('are listed and have a request for every endpoint, and for nothing else', () => {
    const names = endpoints.map(({ name }) => name).sort()
    expect([...expectations.keys()].sort()).toEqual(names)
    expect(Object.keys(requests).sort()).toEqual(names)
    for (const [name, row] of expectations) expect(row, name).toHaveLength(actorNames.length)
  })

  it.each([...expectations])('%s', async (name, expected) => {
    expect(await statuses(name, () => ({}))).toEqual(expected)
  })

  it.each([...expectations])('%s, with false identity headers', async (name, expected) => {
    expect(await statuses(name, hostile)).toEqual(expected)
  })
})

describe('X-Tenant-ID', () => {
  const tenantRoutes = endpoints.filter(({ access }) => access === 'tenant' || access === 'admin')

  it.each(tenantRoutes.map(({ name }) => name))('%s refuses a header that contradicts the session', async (name) => {
    const endpoint = endpoints.find((candidate) => candidate.name === name)
    const request = await requests[name]?.(world)
    if (!endpoint || !request) throw new Error(`No request named ${name}`)
    const send = (tenantId: string) => ask(world, world.home.admin, endpoint, request, { 'X-Tenant-ID': tenantId })
    expect(await send(world.other.tenantId)).toMatchObject({ status: 409, body: { error: 'Tenant processing error' } })
    expect(await send('north')).toMatchObject({ status: 400, body: { error: 'Invalid tenant ID' } })
    const agreed = await send(world.home.tenantId.toUpperCase())
    expect(agreed.status).toBe(expectations.get(name)?.[actorNames.indexOf('admin')])
  })
})
