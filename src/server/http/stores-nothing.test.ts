import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { callAs } from '#testing/call-as.ts'
import { actorNames, buildActor } from '#testing/role-matrix/actors.ts'
import { pathOf } from '#testing/role-matrix/ask.ts'
import { expectations } from '#testing/role-matrix/expectations.ts'
import { requests } from '#testing/role-matrix/requests.ts'
import { buildWorld } from '#testing/role-matrix/world.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { testStart } from '#testing/test-clock.ts'
import { buildApp } from '../app.ts'
import { newServices } from '../context.ts'
import { DatabaseFault } from '../db/database-fault.ts'
import { readOnlyCode } from '../db/store-if-possible.ts'
import { readEnv } from '../env.ts'
import { AppError, StorageFullError } from '../errors.ts'

let server: TestServer
let user: Actor
let admin: Actor
let superInTenant: Actor
let device: Actor
/** Every GET of the product with its path, and who may make it. */
let readings: { readonly name: string; readonly path: string; readonly actor: Actor }[]

const actorOf = async (name: 'user' | 'admin' | 'superInTenant' | 'device', home: string, other: string) => {
  const actor = await buildActor(server.services, name, home, other)
  if (!actor) throw new Error(`No actor ${name}`)
  return actor
}

beforeAll(async () => {
  server = await startServer()
  const world = await buildWorld(server)
  const [home, other] = [world.home.tenantId, world.other.tenantId]
  user = await actorOf('user', home, other)
  admin = await actorOf('admin', home, other)
  superInTenant = await actorOf('superInTenant', home, other)
  device = await actorOf('device', home, other)
  const actors = { user, admin, superInTenant, device }
  readings = []
  for (const endpoint of endpoints) {
    const row = expectations.get(endpoint.name)
    const may = (['user', 'admin', 'superInTenant', 'device'] as const).find(
      (name) => row?.[actorNames.indexOf(name)] === 200,
    )
    const request = endpoint.method === 'GET' && may ? await requests[endpoint.name]?.(world) : undefined
    if (may && request) readings.push({ name: endpoint.name, path: pathOf(endpoint, request), actor: actors[may] })
  }
  await world.endRuns()
  // Stored now, so that only what comes afterwards has no forecast.
  await server.as(user).get('/projects')
  const ctx = await server.contextOf(user)
  for (let count = 0; count < 20; count += 1) {
    const { projectId } = await buildProject(ctx, { projectName: `Just before ${count}` })
    await buildOperation(ctx, projectId, { durationHours: 8 })
  }
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(testStart))

/** The product on a database of which nothing is in memory yet, and which stores nothing. */
const coldServer = async (refusal: () => Error): Promise<FastifyInstance> => {
  const refuse = async () => {
    throw refusal()
  }
  const db = { ...server.services.db, commits: () => null, withTenant: refuse, withSystem: refuse }
  return buildApp({
    ...newServices({ ...server.services, db }),
    env: readEnv({ NODE_ENV: 'production', LOG_LEVEL: 'fatal' }),
  })
}

const refusals: readonly (readonly [string, () => Error])[] = [
  ['whose disk is full', () => new StorageFullError()],
  [
    'that takes no writes',
    () => new AppError('unavailable', 'No changes', { cause: new DatabaseFault(readOnlyCode, 'read only') }),
  ],
]

describe.each(refusals)('a database %s', (_, refusal) => {
  it('answers every reading, from a cold server, after a minute, and for an hour', async () => {
    expect(readings.length).toBeGreaterThan(60)
    const app = await coldServer(refusal)
    const read = async () => {
      const failed: string[] = []
      for (const { name, path, actor } of readings) {
        const { status, text } = await callAs(app, actor).get(path)
        if (status >= 300) failed.push(`${name}: ${status} ${text.slice(0, 200)}`)
      }
      return failed
    }
    expect(await read()).toEqual([])
    for (const minutes of [2, 29, 29]) {
      server.clock.advance(minutes * 60_000)
      expect(await read(), `${minutes} minutes later`).toEqual([])
    }
    const { body } = await callAs(app, user).get('/projects')
    expect(
      body.filter(({ projectName }: { projectName: string }) => projectName.startsWith('Just before')),
    ).toHaveLength(20)
    const saved = await callAs(app, user).post('/projects', { projectName: 'Too late' })
    expect(saved).toMatchObject({ status: refusal() instanceof StorageFullError ? 507 : 503 })
    await app.close()
  })
})

it('a disk that is nearly full is not filled with forecasts, and promise dates are answered', async () => {
  const { db } = server.services
  const { assertRoom } = db
  Object.assign(db, {
    assertRoom: () => {
      throw new StorageFullError()
    },
  })
  server.clock.advance(120_000)
  const as = server.as(user)
  expect((await as.get('/dashboard')).status).toBe(200)
  const question = {
    operations: [{ name: 'Cut', categoryId: null, durationHours: 8 }],
    priority: 50,
    earliestStart: null,
  }
  expect((await as.post('/promise-dates', question)).status).toBe(200)
  expect((await as.post('/projects', { projectName: 'Too late' })).status).toBe(507)
  Object.assign(db, { assertRoom })
})
