// @module-tag bothEngines
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { answerLost } from '../services/records/keyed-answers.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
const fresh = async () => {
  tenant = await server.newTenant()
  return server.as(tenant.planner)
}
const withKey = (key: string) => ({ 'idempotency-key': key })
const projects = async () => (await server.as(tenant.planner).get('/projects')).body.length

describe('a POST under an Idempotency-Key', () => {
  it('is executed once, and a repeat gets the same answer', async () => {
    const planner = await fresh()
    const [first, second] = [
      await planner.post('/projects', { projectName: 'Press' }, withKey('k1')),
      await planner.post('/projects', { ProjectName: 'Press' }, withKey('k1')),
    ]
    expect(first.status).toBe(201)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
    expect(await projects()).toBe(1)
  })

  it('is refused when it is repeated with another body', async () => {
    const planner = await fresh()
    await planner.post('/projects', { projectName: 'Press' }, withKey('k1'))
    const other = await planner.post('/projects', { projectName: 'Lathe' }, withKey('k1'))
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    expect(await projects()).toBe(1)
  })

  it('is remembered per user, route and organization, for 24 hours', async () => {
    const planner = await fresh()
    const post = (actor = planner) => actor.post('/projects', { projectName: 'Press' }, withKey('k1'))
    await post()
    await post(server.as(tenant.admin))
    expect(await projects()).toBe(2)
    server.clock.advance(24 * 3_600_000 + 1)
    tenant = { ...tenant, planner: await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] }) }
    await post(server.as(tenant.planner))
    expect(await projects()).toBe(3)
  })

  it('of one user is never answered with the result of another user who sends the same key', async () => {
    const planner = await fresh()
    const admin = server.as(tenant.admin)
    const post = (caller: typeof planner, projectName: string) =>
      caller.post('/projects', { projectName }, withKey('k1'))
    const [ofPlanner, ofAdmin] = await Promise.all([post(planner, 'Press'), post(admin, 'Press')])
    expect([ofPlanner.status, ofAdmin.status]).toEqual([201, 201])
    expect(ofPlanner.body.projectId).not.toBe(ofAdmin.body.projectId)
    const [toPlanner, toAdmin] = [await post(planner, 'Press'), await post(admin, 'Press')]
    expect([toPlanner.body, toAdmin.body]).toEqual([ofPlanner.body, ofAdmin.body])
    expect(await projects()).toBe(2)
    const third = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    expect((await post(server.as(third), 'Lathe')).status).toBe(201)
    expect((await post(admin, 'Lathe')).status).toBe(422)
    expect(await projects()).toBe(3)
  })

  it('has one effect when sent many times at once', async () => {
    const planner = await fresh()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => planner.post('/projects', { projectName: 'Press' }, withKey('k1'))),
    )
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect(await projects()).toBe(1)
  })

  it('can be repeated after it was refused', async () => {
    const planner = await fresh()
    const refused = await planner.post('/projects', { projectName: 'Press', priority: 900 }, withKey('k1'))
    expect(refused.status).toBe(400)
    const absent = await planner.post(`/projects/${crypto.randomUUID()}/schedule`, {}, withKey('k2'))
    expect(absent.status).toBe(404)
    expect((await planner.post('/projects', { projectName: 'Press', priority: 90 }, withKey('k1'))).status).toBe(201)
  })

  it('has no second effect after a crash between effect and answer, and then returns the answer', async () => {
    const planner = await fresh()
    const ctx = await server.contextOf(tenant.planner)
    const { db } = server.database
    const { withTenant } = db
    let isDead = false
    // The process "dies" with the commit that made the project: later work does not reach the database.
    const dying: typeof withTenant = async (inner, work) => {
      if (isDead) throw new Error('The process is dead')
      const result = await withTenant(inner, work)
      const { rows } = await withTenant(ctx, (tx) => tx.execute(sql`select 1 from projects`))
      isDead = rows.length > 0
      return result
    }
    const post = () => planner.post('/projects', { projectName: 'Press' }, withKey('k1'))
    Object.assign(db, { withTenant: dying })
    expect((await post()).status).toBe(500)
    Object.assign(db, { withTenant })
    expect(await post()).toMatchObject({ status: 201, body: { projectName: 'Press' } })
    expect(await projects()).toBe(1)
  })

  it('is executed again after a crash before its effect, once no process can still be working on it', async () => {
    const planner = await fresh()
    const ctx = await server.contextOf(tenant.planner)
    const post = () => planner.post('/projects', { projectName: 'Press' }, withKey('k1'))
    await post()
    const rewind = (status: number | null) =>
      server.services.db.withTenant(ctx, async (tx) => {
        await tx.execute(sql`delete from projects`)
        await tx.execute(sql`update idempotency_keys set status = ${status}`)
      })
    await rewind(null)
    expect((await post()).status).toBe(409)
    server.clock.advance(61_000)
    expect((await post()).status).toBe(201)
    await rewind(answerLost)
    expect((await post()).status).toBe(409)
    expect(await projects()).toBe(0)
  })

  it.each(['', 'x'.repeat(256)])('is refused when the key has the wrong length', async (key) => {
    const planner = await fresh()
    expect((await planner.post('/projects', { projectName: 'Press' }, withKey(key))).status).toBe(400)
  })
})

describe('notes to colleagues', () => {
  it('are limited to 120 a minute, and are accepted again after it', async () => {
    await fresh()
    const ctx = await server.contextOf(tenant.planner)
    await ctx.app.db.withTenant(ctx, (tx) =>
      tx.execute(sql`insert into idempotency_keys (tenant_id, user_id, route, key, body_hash, status, response, created_at)
        select ${ctx.tenantId}, ${ctx.userId}, 'NOTE', 'sent-' || n, '', 201, '{}'::jsonb, ${ctx.app.now().toISOString()}::timestamptz
        from generate_series(1, 119) n`),
    )
    const send = async () => {
      const { token } = (await server.as(tenant.planner).post('/auth/notification-token')).body
      return server.as(null).post('/notifications', { title: 'Crane is free' }, { authorization: `Bearer ${token}` })
    }
    expect((await send()).status).toBe(201)
    const refused = await send()
    expect(refused).toMatchObject({ status: 429, body: { error: 'Too many notifications. Try again in a minute.' } })
    expect((await server.as(tenant.admin).get('/notifications')).body).toHaveLength(1)
    server.clock.advance(61_000)
    expect((await send()).status).toBe(201)
  })
})
