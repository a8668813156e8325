import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { FloorReport } from '#contract/floor.ts'
import type { OperationInput } from '#contract/operations.ts'
import { hourMs } from '#domain/time/units.ts'
import type { TenantContext } from '#server/context.ts'
import { buildCategory } from './builders/build-category.ts'
import { buildDevice } from './builders/build-device.ts'
import { buildOperation } from './builders/build-operation.ts'
import { buildProject } from './builders/build-project.ts'
import type { TestTenant } from './builders/build-tenant.ts'
import type { Actor } from './builders/build-user.ts'
import { startServer, type TestServer } from './server-harness.ts'

/** A Wednesday, 9 in the morning where the organization works. */
export const startsAt = '2026-11-18T15:00:00.000Z'

interface FloorShop {
  server: TestServer
  tenant: TestTenant
  ctx: TenantContext
  /** A work center. */
  saw: string
  /** A device signed in at the saw. */
  device: Actor
}

interface SignInAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  readonly body: string
}

/** For a test file about the shop floor: a server, and for each test a shop with a saw and a device at it. Its fields exist inside tests. */
export const floorShop = () => {
  const shop = {} as FloorShop
  beforeAll(async () => {
    shop.server = await startServer()
  })
  beforeEach(async () => {
    shop.server.clock.set(startsAt)
    shop.tenant = await shop.server.newTenant({ timeZone: 'America/Chicago' })
    shop.ctx = await shop.server.contextOf(shop.tenant.admin)
    shop.saw = (await buildCategory(shop.ctx, { name: `Saw ${shop.tenant.tenantId.slice(0, 8)}` })).categoryId
    shop.device = await buildDevice(shop.ctx, { name: 'Saw tablet', categoryIds: [shop.saw] })
  })
  afterAll(() => shop.server.close())

  /** Time passes, and the sessions of the people stay in use. */
  const pass = async (ms: number) => {
    shop.server.clock.advance(ms)
    const now = shop.server.clock.now().toISOString()
    await shop.server.services.db.withSystem((tx) =>
      tx.execute(
        sql`update sessions set last_seen_at = ${now}::timestamptz, expires_at = ${now}::timestamptz + interval '7 days'`,
      ),
    )
  }

  const admin = () => shop.server.as(shop.tenant.admin)
  const planner = () => shop.server.as(shop.tenant.planner)

  /** An operation at the saw (or elsewhere), planned from `startsInHours` on for eight hours. */
  const addWork = async (
    name: string,
    startsInHours: number | null,
    fields: OperationInput = {},
    projectId?: string,
  ) => {
    const project = projectId ?? (await buildProject(shop.ctx)).projectId
    const at = (hours: number) => new Date(Date.parse(startsAt) + hours * hourMs).toISOString()
    const dates =
      startsInHours === null
        ? {}
        : { scheduledStartDate: at(startsInHours), scheduledEndDate: at(startsInHours + 8), pinned: true }
    const { operationId } = await buildOperation(shop.ctx, project, { name, categoryId: shop.saw, ...dates, ...fields })
    const path = `/project-operations/projects/${project}/operations/${operationId}`
    return { projectId: project, operationId, path, read: async () => (await planner().get(path)).body }
  }

  const queueOf = async (actor: Actor = shop.device) => {
    const { status, body, text } = await shop.server.as(actor).get('/floor/queue')
    expect(status, text).toBe(200)
    return body
  }
  const cardsOf = async () => (await queueOf()).workCenters[0].operations
  const report = (operationId: string, fields: Partial<FloorReport>, key?: string, actor: Actor = shop.device) =>
    shop.server
      .as(actor)
      .post(
        '/floor/reports',
        { operationId, reportedAt: shop.server.clock.now().toISOString(), ...fields },
        key === undefined ? {} : { 'Idempotency-Key': key },
      )
  const newCode = async (input: object = {}) => {
    const made = await admin().post('/floor-devices', { name: 'Tablet', categoryIds: [shop.saw], ...input })
    expect(made.status, made.text).toBe(201)
    return made.body
  }
  const signIn = (code: string, remoteAddress = '127.0.0.1'): Promise<SignInAnswer> =>
    shop.server.app.inject({
      method: 'POST',
      url: '/api/floor/sign-in',
      remoteAddress,
      payload: JSON.stringify({ code }),
      headers: {
        host: 'localhost:3001',
        origin: 'http://localhost:3001',
        'x-requested-with': 'test',
        'content-type': 'application/json',
      },
    })
  return { shop, pass, admin, planner, addWork, queueOf, cardsOf, report, newCode, signIn }
}
