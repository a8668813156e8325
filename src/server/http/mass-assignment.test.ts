import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints, type RegisteredEndpoint } from '#contract/registry.ts'
import { actorNames, buildActor } from '#testing/role-matrix/actors.ts'
import { ask } from '#testing/role-matrix/ask.ts'
import { expectations } from '#testing/role-matrix/expectations.ts'
import { requests } from '#testing/role-matrix/requests.ts'
import { buildWorld, type World } from '#testing/role-matrix/world.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await buildWorld(server)
})
afterAll(() => server.close())

const canaryId = randomUUID()
const forbidden = {
  isAdmin: true,
  isSuperAdmin: true,
  tenantId: canaryId,
  id: canaryId,
  userId: canaryId,
  createdAt: '1999-12-31T23:59:59.000Z',
  version: 987654,
  passwordHash: 'canary-hash',
  modifiedBy: 'canary-name',
}
/** Fields that a route is there to set. */
const rightful: Readonly<Record<string, readonly string[]>> = {
  postUser: ['isAdmin'],
  putUser: ['isAdmin'],
  putMyTenant: ['tenantId'],
}

const spellings: Readonly<Record<string, (field: string) => string>> = {
  camelCase: (field) => field,
  PascalCase: (field) => field.charAt(0).toUpperCase() + field.slice(1),
  snake_case: (field) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}
const prototypeKeys = JSON.parse(`{"__proto__": {"isAdmin": true, "modifiedBy": "canary-name"},
  "constructor": {"prototype": {"isAdmin": true, "modifiedBy": "canary-name"}}}`)

/** The body with every forbidden field in it, also in the records it holds. */
const poisoned = (body: unknown, extra: Record<string, unknown>): unknown => {
  if (Array.isArray(body)) return body.map((item) => poisoned(item, extra))
  if (typeof body !== 'object' || body === null) return body
  const inner = Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? poisoned(value, extra) : value]),
  )
  return { ...inner, ...extra }
}

const traces = ['canary-hash', 'canary-name', canaryId, '1999-12-31', '987654']

/** Rows of every table that hold a trace of the forbidden values. */
const tracesLeft = async (): Promise<unknown[]> => {
  const found: unknown[] = []
  const { db } = server.services
  const look = (tables: readonly string[]) => async (tx: Parameters<Parameters<typeof db.withSystem>[0]>[0]) => {
    for (const table of tables) {
      const { rows } = await tx.execute(sql`select t::text as row from ${sql.identifier(table)} t where
        ${sql.join(
          traces.map((trace) => sql`t::text like ${`%${trace}%`}`),
          sql` or `,
        )}`)
      found.push(...rows.map((row) => ({ table, ...row })))
    }
  }
  for (const { admin } of [world.home, world.other]) {
    const tables = [
      'projects',
      'operations',
      'operation_dependencies',
      'categories',
      'shifts',
      'holidays',
      'holiday_templates',
      'calendar_exceptions',
      'scheduling_runs',
      'history_entries',
    ]
    await db.withTenant(await server.contextOf(admin), look(tables))
  }
  await db.withSystem(look(['users', 'memberships', 'tenants', 'sessions']))
  return found
}

const powers = async (): Promise<unknown> => {
  const { rows } = await server.services.db.withSystem((tx) =>
    tx.execute(sql`select (select count(*)::int from users where is_super_admin) as supers,
      (select count(*)::int from memberships where is_admin) as admins, (select count(*)::int from tenants) as tenants`),
  )
  return rows[0]
}

const writable = endpoints.filter(({ method, body, name }) => method !== 'GET' && body && !/login/i.test(name))

describe.each(Object.entries(spellings))('forbidden fields in %s', (_, spell) => {
  it.each(writable.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    async (name, endpoint: RegisteredEndpoint) => {
      const actorName = endpoint.access === 'admin' ? 'admin' : 'user'
      const actor = await buildActor(server.services, actorName, world.home.tenantId, world.other.tenantId)
      const request = await requests[name]?.(world)
      const extra = Object.fromEntries(
        Object.entries(forbidden)
          .filter(([field]) => !rightful[name]?.includes(field))
          .map(([field, value]) => [spell(field), value]),
      )
      const before = await powers()
      const body = poisoned(request?.body ?? {}, { ...extra, ...prototypeKeys })
      const answer = await ask(world, actor, endpoint, { ...request, body })
      expect(answer.status, answer.text).toBe(expectations.get(name)?.[actorNames.indexOf(actorName)])
      expect(await tracesLeft()).toEqual([])
      expect(await powers()).toEqual(before)
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
      for (const trace of traces) expect(answer.text).not.toContain(trace)
    },
  )
})

it('one field in two spellings with two values is refused', async () => {
  const { projectId } = await world.project()
  const answer = await world.admin.patch(`/projects/${projectId}`, { priority: 10, Priority: 90 })
  expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect((await world.admin.patch(`/projects/${projectId}`, { priority: 10, Priority: 10 })).status).toBe(200)
})
