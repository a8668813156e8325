import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/registry.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { type ActorName, actorNames, actorPassword, buildActor } from '#testing/role-matrix/actors.ts'
import { ask } from '#testing/role-matrix/ask.ts'
import { expectations } from '#testing/role-matrix/expectations.ts'
import type { MatrixRequest } from '#testing/role-matrix/matrix-request.ts'
import { requests } from '#testing/role-matrix/requests.ts'
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

/** Asks as each actor for what one endpoint does. Where that changed nothing, the same is asked again with false headers. */
const statusesOf = async (name: string): Promise<{ own: number[]; withFalseHeaders: number[] }> => {
  const endpoint = endpoints.find((candidate) => candidate.name === name)
  const makeRequest = requests[name]
  if (!endpoint || !makeRequest) throw new Error(`No endpoint or no request named ${name}`)
  await actorsReady()
  const own: number[] = []
  const withFalseHeaders: number[] = []
  let request: MatrixRequest | null = null
  for (const actorName of actorNames) {
    const sent: MatrixRequest = request ?? (await makeRequest(world))
    request = sent
    const send = async (headers: Record<string, string> = {}): Promise<number> => {
      const actor = actors.get(actorName)
      // A copy, because an answer may clear the cookie, and the expired session must be sent again with it.
      return (await ask(world, actor ? { ...actor } : null, endpoint, sent, headers)).status
    }
    const status = await send()
    own.push(status)
    if (endpoint.method === 'GET' || status >= 400) withFalseHeaders.push(await send(hostile()))
    else {
      withFalseHeaders.push(status)
      request = null
      actors.delete(actorName)
    }
  }
  return { own, withFalseHeaders }
}

describe('permissions of each role', () => {
  it('are listed and have a request for every endpoint, and for nothing else', () => {
    const names = endpoints.map(({ name }) => name).sort()
    expect([...expectations.keys()].sort()).toEqual(names)
    expect(Object.keys(requests).sort()).toEqual(names)
    for (const [name, row] of expectations) expect(row, name).toHaveLength(actorNames.length)
  })

  it.each([...expectations])(
    'of %s are the listed ones, and false identity headers change none',
    async (name, expected) => {
      expect(await statusesOf(name)).toEqual({ own: expected, withFalseHeaders: expected })
    },
  )
})

describe('X-Tenant-ID', () => {
  const tenantRoutes = endpoints.filter(({ access }) => access === 'tenant' || actionOf(access) !== null)

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
