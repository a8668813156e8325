import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { users } from '../../db/tables/users.table.ts'
import { createSuperAdmin } from '../admin/create-super-admin.ts'
import { hashPassword } from '../credentials/password-hash.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const historyOf = async (tenantId: string) => {
  const { rows } = await server.services.db.withSystem((tx) =>
    tx.execute<{ changes: { field: string }[] }>(
      sql`select entity, action, entity_id, user_name, changes from history_entries where tenant_id = ${tenantId} order by at`,
    ),
  )
  return rows
}

describe('malformed and mistakable e-mail addresses', () => {
  const addresses = [
    ['a@x.example>', 'Please enter a valid email address'],
    ['Ana <ana@x.example>', 'Please enter a valid email address'],
    ['ａｎａ@x.example', 'Use ordinary letters and signs: ana@x.example'],
    ['ana@nоrthwind.example', expect.stringMatching(/^This address mixes alphabets/)],
  ] as const

  it.each(addresses)('are refused wherever a person is invited: %s', async (email, message) => {
    const { admin } = await server.newTenant()
    const superAdmin = await server.newUser({ isSuperAdmin: true })
    expect(await server.as(admin).post('/users', { email, name: 'Ana' })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'email', message }] },
    })
    expect(
      await server.as(superAdmin).post('/tenants', { name: `Shop of ${email}`, adminEmail: email, adminName: 'Ana' }),
    ).toMatchObject({ status: 400, body: { problems: [{ path: 'adminEmail', message }] } })
  })

  it.each(addresses)('of accounts that were made earlier go on signing in: %s', async (email) => {
    const { tenantId } = await server.newTenant()
    const person = await server.newUser({ email, memberOf: [{ tenantId }] })
    const password = 'Trusty-Lathe-41'
    await server.services.db.withSystem(async (tx) =>
      tx
        .update(users)
        .set({ passwordHash: await hashPassword(password) })
        .where(eq(users.userId, person.userId)),
    )
    expect(await server.as(null).post('/auth/login', { email, password })).toMatchObject(
      email.includes(' ') ? { status: 400 } : { status: 200, body: { userId: person.userId } },
    )
  })
})

describe('users of an organization', () => {
  it('are invited, accept with a password of their own, are changed and removed, and history shows each step', async () => {
    const { admin, tenantId } = await server.newTenant()
    const made = await server
      .as(admin)
      .post('/users', { Email: 'New.One@Example.com', Name: 'New One', is_admin: false })
    expect(made).toMatchObject({
      status: 201,
      body: { email: 'New.One@Example.com', role: 'User', status: 'Invited', tenantId },
    })
    expect(made.text.toLowerCase()).not.toContain('password')
    const accepted = await server
      .as(null)
      .post('/auth/accept-invitation', { token: made.body.link.linkToken, password: 'Chosen-By-Link-30' })
    expect(accepted).toMatchObject({ status: 200, body: { email: 'New.One@Example.com' } })
    const { id } = (await server.as(admin).get('/users/by-email/new.one%40example.com')).body
    const login = await server
      .as(null)
      .post('/auth/login', { email: 'new.one@example.com', password: 'Chosen-By-Link-30' })
    expect(login).toMatchObject({ status: 200, body: { userId: id, tenantId } })
    const changed = await server
      .as(admin)
      .put(`/users/${id}`, { role: 'Foreman', isAdmin: true, email: 'x@example.com' })
    expect(changed).toMatchObject({
      status: 200,
      body: { role: 'Foreman', isAdmin: true, email: 'New.One@Example.com' },
    })
    expect((await server.as(admin).get('/users')).body.map((user: { id: string }) => user.id)).toContain(id)
    expect((await server.as(admin).delete(`/users/${id}`)).status).toBe(204)
    expect((await server.as(admin).get(`/users/${id}`)).status).toBe(404)
    expect(await historyOf(tenantId)).toMatchObject([
      { entity: 'user', action: 'create', entity_id: made.body.id, user_name: admin.name },
      {
        entity: 'user',
        action: 'create',
        entity_id: id,
        user_name: 'New One',
        changes: [{ field: 'email' }, { field: 'invitation', from: 'Invited', to: 'Accepted' }],
      },
      {
        action: 'update',
        changes: [
          { field: 'role', from: 'User', to: 'Foreman' },
          { field: 'access', from: 'plan', to: 'admin' },
        ],
      },
      { action: 'delete', changes: [{ field: 'email', from: 'New.One@Example.com', to: null }] },
    ])
  })

  it('cannot be invited twice or when they are already members', async () => {
    const { admin, planner } = await server.newTenant()
    const body = { email: 'twice@example.com', name: 'Twice' }
    expect((await server.as(admin).post('/users', body)).status).toBe(201)
    expect((await server.as(admin).post('/users', { ...body, email: 'TWICE@example.com' })).status).toBe(409)
    expect((await server.as(admin).post('/users', { ...body, email: planner.email })).status).toBe(409)
  })

  it('can be disabled in one of two organizations and keep working in the other', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const user = await server.newUser({
      password: 'Own-Password-31',
      memberOf: [{ tenantId: a.tenantId }, { tenantId: b.tenantId }],
      worksIn: a.tenantId,
    })
    const login = () => server.as(null).post('/auth/login', { email: user.email, password: 'Own-Password-31' })
    expect((await server.as(b.admin).put(`/users/${user.userId}`, { status: 'Disabled' })).status).toBe(200)
    expect((await server.as(b.admin).get(`/users/${user.userId}`)).body.status).toBe('Disabled')
    expect((await server.as(a.admin).get(`/users/${user.userId}`)).body.status).toBe('Active')
    expect((await server.as(user).get('/projects')).status).toBe(200)
    expect((await login()).body).toMatchObject({ tenantId: a.tenantId, availableTenants: [{ tenantId: a.tenantId }] })
    const elsewhere = await server.newUser()
    elsewhere.sessionSecret = user.sessionSecret
    expect((await server.as(elsewhere).put('/users/me/tenant', { tenantId: b.tenantId })).status).toBe(403)
    await server.as(a.admin).put(`/users/${user.userId}`, { status: 'Disabled' })
    expect((await server.as(user).get('/projects')).status).toBe(401)
    const unknown = await server.as(null).post('/auth/login', { email: 'x@example.com', password: 'Own-Password-31' })
    expect({ ...(await login()).body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    await server.as(b.admin).put(`/users/${user.userId}`, { status: 'Active' })
    expect((await login()).body).toMatchObject({ tenantId: b.tenantId })
  })
})

describe('a user who leaves', () => {
  it('has no rows of their own left in any table', async () => {
    const { admin, planner } = await server.newTenant()
    const made = [
      await server.as(planner).post('/access-requests', { reason: 'Shifts' }, { 'idempotency-key': 'k' }),
      await server
        .as(planner)
        .post('/saved-views', { screen: 'operations', name: 'Mine', search: { sort: 'due' }, isDefault: true }),
      await server.as(admin).post(`/users/${planner.userId}/password-reset`, {}),
    ]
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    const ctx = await server.contextOf(admin)
    const { db } = server.services
    const { rows: columns } = await db.withSystem((tx) =>
      tx.execute<{ table: string; column: string }>(sql`
        select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname in ('user_id', 'owner_id')`),
    )
    /** Tables with rows of the person. History and change sets stay with the organization. */
    const tables = async () => {
      const found: string[] = []
      for (const { table, column } of columns) {
        const query = sql.raw(`select 1 from "${table}" where "${column}" = '${planner.userId}'`)
        const { rows } = await db
          .withSystem((tx) => tx.execute(query))
          .catch(() => db.withTenant(ctx, (tx) => tx.execute(query)))
        if (rows.length > 0) found.push(table)
      }
      return found.filter((table) => !['history_entries', 'change_sets'].includes(table)).toSorted()
    }
    const theirs = ['access_requests', 'idempotency_keys', 'memberships', 'password_resets', 'saved_view_defaults']
    expect(await tables()).toEqual([...theirs, 'saved_views', 'sessions', 'users'])
    expect((await server.as(admin).delete(`/users/${planner.userId}`)).status).toBe(204)
    expect(await tables()).toEqual([])
    expect((await server.as(planner).get('/projects')).status).toBe(401)
    expect((await server.as(admin).get('/access-requests')).text).not.toContain(planner.userId)
    expect((await server.as(admin).get('/users')).text).not.toContain(planner.email)
  })
})

describe('an admin', () => {
  it('cannot remove their own rights or account, and the last admin cannot be removed at all', async () => {
    const { admin, planner } = await server.newTenant()
    const own = (changes: object) => server.as(admin).put(`/users/${admin.userId}`, changes)
    expect((await own({ isAdmin: false })).status).toBe(422)
    expect((await own({ status: 'Disabled' })).status).toBe(422)
    expect((await own({ name: 'Renamed' })).status).toBe(200)
    expect((await server.as(admin).delete(`/users/${admin.userId}`)).status).toBe(422)
    const root = await server.newUser({ isSuperAdmin: true, worksIn: admin.tenantId })
    const byRoot = await server.as(root).put(`/users/${admin.userId}`, { isAdmin: false })
    expect(byRoot.body.error).toBe('The last admin of an organization cannot be removed.')
    expect((await server.as(root).delete(`/users/${admin.userId}`)).status).toBe(422)
    await server.as(root).put(`/users/${planner.userId}`, { isAdmin: true })
    expect((await server.as(root).put(`/users/${admin.userId}`, { isAdmin: false })).status).toBe(200)
  })

  it.each([0, 1])('of two admins who demote each other at once one stays, besides %i more', async (more) => {
    const { tenantId, admin } = await server.newTenant()
    const second = await server.newUser({ memberOf: [{ tenantId, isAdmin: true }] })
    if (more > 0) await server.newUser({ memberOf: [{ tenantId, isAdmin: true }] })
    const answers = await Promise.all([
      server.as(admin).put(`/users/${second.userId}`, { isAdmin: false }),
      server.as(second).put(`/users/${admin.userId}`, { isAdmin: false }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(
        sql`select count(*)::int as count from memberships where tenant_id = ${tenantId} and access = 'admin'`,
      ),
    )
    expect(rows[0]).toEqual({ count: 1 + more })
  })

  it('cannot disable or remove a super admin', async () => {
    const { tenantId, admin } = await server.newTenant()
    const root = await server.newUser({ isSuperAdmin: true, memberOf: [{ tenantId }] })
    expect((await server.as(admin).put(`/users/${root.userId}`, { status: 'Disabled' })).status).toBe(422)
    expect((await server.as(admin).delete(`/users/${root.userId}`)).status).toBe(422)
  })
})

describe('my own account', () => {
  it('changes only in the values that were sent', async () => {
    const { planner } = await server.newTenant()
    const me = server.as(planner)
    await me.put('/users/me/profile', { DisplayName: 'Pat', avatarUrl: 'https://example.com/p.png', isAdmin: true })
    await me.put('/users/me/preferences', { time_format: '24h' })
    await me.put('/users/me/preferences', { timezone: 'Europe/Berlin' })
    expect((await me.put('/user/settings', { appearance: { darkMode: true } })).body).toMatchObject({
      message: expect.any(String),
      settings: { appearance: { darkMode: true, compactView: false }, notifications: { taskReminders: true } },
    })
    expect((await me.get('/user/profile')).body).toMatchObject({
      name: planner.name,
      displayName: 'Pat',
      avatarUrl: 'https://example.com/p.png',
      isAdmin: false,
      preferences: { timeFormat: '24h', timezone: 'Europe/Berlin', theme: 'dark', dateFormat: 'MM/dd/yyyy' },
    })
    expect((await server.contextOf(planner)).timeZone).toBe('Europe/Berlin')
  })

  it('gets the same answer for users of other organizations, unknown users and invalid ids', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const ask = async (path: string) => {
      const { status, body } = await server.as(a.admin).get(path)
      return { status, ...body, requestId: '' }
    }
    const unknown = await ask(`/users/${crypto.randomUUID()}`)
    for (const path of [
      `/users/${b.planner.userId}`,
      '/users/17',
      `/users/by-email/${b.planner.email}`,
      '/users/by-email/nobody%40example.com',
      '/users/by-email/%00',
      `/tenants/user-associations/${b.planner.userId}`,
      `/tenants/user-associations/${crypto.randomUUID()}`,
    ]) {
      expect(await ask(path), path).toEqual(unknown)
    }
    const both = await server.newUser({ memberOf: [{ tenantId: a.tenantId }, { tenantId: b.tenantId }] })
    const seen = await server.as(a.admin).get(`/tenants/user-associations/${both.userId}`)
    expect(seen.body).toEqual({ tenants: [{ tenantId: a.tenantId, name: a.name }] })
  })
})

describe('the first super admin', () => {
  it('is created once from the command line with a strong password, and can come with an organization', async () => {
    const input = {
      userId: crypto.randomUUID(),
      email: 'root@example.com',
      name: 'Root',
      password: 'Cast-Iron-Stove-7',
    }
    await expect(createSuperAdmin(server.services, { ...input, password: 'password1' })).rejects.toThrow()
    await createSuperAdmin(server.services, { ...input, organization: 'First Works' })
    await expect(createSuperAdmin(server.services, { ...input, userId: crypto.randomUUID() })).rejects.toThrow(
      'already',
    )
    const login = await server.as(null).post('/auth/login', { email: input.email, password: input.password })
    expect(login.body).toMatchObject({ isSuperAdmin: true, requiresTenantSelection: true })
    expect(login.body.availableTenants).toContainEqual({ tenantId: expect.any(String), name: 'First Works' })
  })
})
