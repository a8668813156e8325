import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#testing/builders/build-user.ts'
import { buildCanaryTenant, tenantDigest } from '#testing/cross-tenant/canary-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { Tx } from '../../db/database.ts'

let server: TestServer
let root: Actor
beforeAll(async () => {
  server = await startServer()
  root = await server.newUser({ isSuperAdmin: true })
})
afterAll(() => server.close())

const overview = async (tenantId: string) =>
  (await server.as(root).get('/tenants/overview')).body.find(
    (tenant: { tenantId: string }) => tenant.tenantId === tenantId,
  )

describe('switching the organization', () => {
  it('makes the notification token of the earlier organization invalid without ending the session', async () => {
    const [from, to] = [await server.newTenant(), await server.newTenant()]
    await server.as(root).put('/users/me/tenant', { tenantId: from.tenantId })
    const { token } = (await server.as(root).post('/auth/notification-token')).body
    await server.as(root).put('/users/me/tenant', { tenantId: to.tenantId })
    const ticket = await server.as(root).post('/notifications/ticket', undefined, { authorization: `Bearer ${token}` })
    expect([ticket.status, ticket.headers['set-cookie']]).toEqual([401, undefined])
    expect((await server.as(root).get('/projects')).status).toBe(200)
  })

  it('keeps the new cookie when a request that was sent with the one before is answered late', async () => {
    const { tenant } = await buildCanaryTenant(server)
    const before = { ...root }
    await server.as(root).put('/users/me/tenant', { tenantId: tenant.tenantId })
    const late = await server.as(before).get('/projects')
    expect([late.status, late.headers['set-cookie']]).toEqual([401, undefined])
    expect((await server.as(root).get('/projects')).status).toBe(200)
  })
})

describe('organizations', () => {
  it('are created without members, and the first admin becomes a member by accepting the invitation', async () => {
    const make = (name: string, adminEmail: string) =>
      server.as(root).post('/tenants', { name, timeZone: 'Europe/Berlin', adminEmail, adminName: 'F' })
    const made = await make('Fabrikam', 'first@example.com')
    expect(made).toMatchObject({
      status: 201,
      body: { tenant: { name: 'Fabrikam', people: 0, admins: 0, projects: 0, status: 'Active' } },
    })
    const { tenantId } = made.body.tenant
    expect((await server.as(root).get(`/tenants/${tenantId}/members`)).body).toMatchObject([
      { email: 'first@example.com', status: 'Invited', isAdmin: true },
    ])
    const password = 'Chosen-By-Link-30'
    await server.as(null).post('/auth/accept-invitation', { token: made.body.link.linkToken, password })
    const login = () => server.as(null).post('/auth/login', { email: 'first@example.com', password })
    expect((await login()).body).toMatchObject({ isAdmin: true, tenantName: 'Fabrikam' })
    expect(await overview(tenantId)).toMatchObject({ people: 1, admins: 1 })
    const second = await make('Second', 'First@example.com')
    expect(second.body.link).toMatchObject({ kind: 'invitation', linkToken: expect.any(String) })
    expect((await login()).body.availableTenants).toHaveLength(1)
    await server.as(null).post('/auth/accept-invitation', { token: second.body.link.linkToken, password })
    expect((await login()).body.availableTenants).toHaveLength(2)
  })

  it('show figures, can be renamed with a version, and can be archived, which ends their sessions, and reopened', async () => {
    const tenant = await buildCanaryTenant(server)
    const { tenantId } = tenant.tenant
    const before = await overview(tenantId)
    expect(before).toMatchObject({ people: 7, admins: 2, projects: 2, operations: 6, status: 'Active' })
    const change = (body: object, version: number) =>
      server.as(root).put(`/tenants/${tenantId}`, body, { 'if-match': `"${version}"` })
    const renamed = await change({ name: 'Renamed' }, before.version)
    expect(renamed.body).toMatchObject({ name: 'Renamed', version: before.version + 1 })
    expect((await change({ name: 'Late' }, before.version)).status).toBe(412)
    const archived = await change({ status: 'Archived' }, renamed.body.version)
    expect(archived.body.status).toBe('Archived')
    expect((await server.as(tenant.planner).get('/projects')).status).toBe(401)
    const listed = (await server.as(root).get('/tenants')).body.map((item: { tenantId: string }) => item.tenantId)
    expect(listed).not.toContain(tenantId)
    expect((await server.as(root).put('/users/me/tenant', { tenantId })).status).toBe(403)
    await change({ status: 'Active' }, archived.body.version)
    expect((await server.as(root).put('/users/me/tenant', { tenantId })).status).toBe(200)
    expect((await server.as(root).get('/projects')).body).toHaveLength(2)
    expect((await server.as(root).get(`/tenants/${tenantId}/members`)).body).toHaveLength(8)
  })

  it('are deleted with all their records, and nothing of them can be reached afterwards', async () => {
    const [gone, kept] = [await buildCanaryTenant(server), await buildCanaryTenant(server)]
    const { tenantId, name } = gone.tenant
    const both = [{ tenantId }, { tenantId: kept.tenant.tenantId }]
    const shared = await server.newUser({ memberOf: both, worksIn: kept.tenant.tenantId })
    const overseer = await server.newUser({ memberOf: [{ tenantId }], isSuperAdmin: true })
    await server.as(root).put('/users/me/tenant', { tenantId })
    const before = await tenantDigest(kept.ctx)
    const remove = (confirmName: string) => server.as(root).call('DELETE', `/tenants/${tenantId}`, { confirmName })
    expect((await remove('something else')).status).toBe(422)
    expect(await remove(name)).toMatchObject({ status: 204 })
    expect((await remove(name)).status).toBe(404)
    for (const actor of [gone.admin, gone.planner]) expect((await server.as(actor).get('/users/me')).status).toBe(401)
    expect((await server.as(root).get('/projects')).status).toBe(403)
    expect((await server.as(root).get(`/users/${gone.admin.userId}`)).status).toBe(404)
    expect((await server.as(root).put('/users/me/tenant', { tenantId })).status).toBe(403)
    expect((await server.as(shared).get('/users/me/tenants')).body).toHaveLength(1)
    expect(await tenantDigest(kept.ctx)).toBe(before)
    // Looks at every table with the rights of the organization and with the rights of the server.
    const { db } = server.services
    const { rows: tables } = await db.withSystem((tx) =>
      tx.execute<{ table: string }>(sql`
        select c.relname as "table" from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`),
    )
    expect(tables.length).toBeGreaterThan(15)
    const holders: string[] = []
    for (const { table } of tables) {
      const query = sql.raw(`select 1 from "${table}" where tenant_id = '${tenantId}' limit 1`)
      for (const ask of [db.withSystem(read), db.withTenant(gone.ctx, read)]) {
        const rows = await ask.catch(() => [])
        if (rows.length > 0) holders.push(table)
      }
      async function read(tx: Tx) {
        return (await tx.execute(query)).rows
      }
    }
    expect(holders).toEqual([])
    const left = await db.withSystem((tx) =>
      tx.execute(sql`select
        (select count(*)::int from sessions where current_tenant_id = ${tenantId}) as sessions,
        (select count(*)::int from users where email like ${`%${gone.marker}%`}) as people,
        (select count(*)::int from users where user_id = ${overseer.userId}) as overseers`),
    )
    expect(left.rows).toEqual([{ sessions: 0, people: 0, overseers: 1 }])
  })
})
