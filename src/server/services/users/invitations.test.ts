import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#testing/builders/build-user.ts'
import type { TestAnswer } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { hashEvaluations } from '../credentials/password-hash.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const ownPassword = 'Own-Password-31'
const attackersPassword = 'Mallory-Picks-This-9'

const login = (email: string, password: string) => server.as(null).post('/auth/login', { email, password })
const invite = (admin: Actor, email: string, name = 'Typed Name') =>
  server.as(admin).post('/users', { email, name, role: 'Fitter' })
const accept = (token: string, password: string) => server.as(null).post('/auth/accept-invitation', { token, password })
const open = (token: string) => server.as(null).post('/auth/one-time-link', { token })
const linkOf = (admin: Actor, id: string) => server.as(admin).post(`/users/${id}/password-reset`, {})
/** An employee of one organization with a password that only the employee knows. */
const employeeOf = (tenantId: string) => server.newUser({ password: ownPassword, memberOf: [{ tenantId }] })
const newEmail = () => `nobody-${randomUUID()}@example.com`

/** An answer without its random parts. */
const alike = ({ status, text, headers }: TestAnswer, email: string) => ({
  status,
  body: text
    .replaceAll(email, '<email>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/"linkToken":"[\w-]{43}"/g, '"linkToken":"<token>"')
    .replaceAll(/"requestId":"[^"]*"/g, '"requestId":""')
    .replaceAll(/"expiresAt":"[^"]*"/g, '"expiresAt":""'),
  headers: Object.keys(headers).sort(),
})

describe('an admin who attacks an account of another organization', () => {
  it('never gets the password of the account or the data of its organization', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const victim = await employeeOf(b.tenantId)
    const project = await server.as(b.admin).post('/projects', { projectName: 'Secret of B' })
    // The attacker invites the e-mail. Nothing changes for B and its employee.
    const invited = await invite(a.admin, victim.email, 'Hijacked')
    expect(invited).toMatchObject({ status: 201, body: { name: 'Hijacked', status: 'Invited' } })
    expect(invited.text).not.toContain(victim.userId)
    expect(invited.text).not.toContain(victim.name)
    expect((await login(victim.email, ownPassword)).body).toMatchObject({
      tenantId: b.tenantId,
      requiresTenantSelection: false,
      availableTenants: [{ tenantId: b.tenantId }],
    })
    const byB = (changes: object) => server.as(b.admin).put(`/users/${victim.userId}`, changes)
    expect((await byB({ name: 'Renamed by B' })).status).toBe(200)
    expect((await byB({ status: 'Disabled' })).status).toBe(200)
    expect((await byB({ status: 'Active' })).status).toBe(200)
    expect((await linkOf(b.admin, victim.userId)).body.kind).toBe('password')
    expect((await server.as(b.admin).get('/users')).body).toContainEqual(
      expect.objectContaining({ id: victim.userId, name: 'Renamed by B', isShared: false }),
    )
    // The attacker's own calls reach the invitation and never the account.
    for (const path of [
      `/users/${victim.userId}`,
      `/users/by-email/${victim.email}`,
      `/tenants/user-associations/${victim.userId}`,
    ]) {
      expect((await server.as(a.admin).get(path)).status, path).toBe(404)
    }
    expect((await server.as(a.admin).put(`/users/${victim.userId}`, { name: 'X' })).status).toBe(404)
    expect((await linkOf(a.admin, victim.userId)).status).toBe(404)
    expect((await server.as(a.admin).get(`/users/${invited.body.id}/sessions`)).status).toBe(404)
    expect((await server.as(a.admin).put(`/users/${invited.body.id}`, { status: 'Disabled' })).status).toBe(422)
    expect((await server.as(a.admin).put(`/users/${invited.body.id}`, { name: 'Other', isAdmin: true })).status).toBe(
      200,
    )
    expect((await login(victim.email, ownPassword)).body).toMatchObject({ isAdmin: false })
    // The link cannot set the password of the account.
    const { linkToken, kind } = (await linkOf(a.admin, invited.body.id)).body
    expect(kind).toBe('invitation')
    const reset = { token: linkToken, newPassword: attackersPassword }
    expect((await server.as(null).post('/auth/reset-password', reset)).status).toBe(422)
    expect((await accept(linkToken, attackersPassword)).status).toBe(400)
    expect((await login(victim.email, attackersPassword)).status).toBe(401)
    expect((await login(victim.email, ownPassword)).status).toBe(200)
    // B removes the employee, the attacker creates an account with the free e-mail, and B invites the employee again.
    expect((await server.as(b.admin).delete(`/users/${victim.userId}`)).status).toBe(204)
    expect((await accept(linkToken, attackersPassword)).status).toBe(200)
    const again = await invite(b.admin, victim.email)
    expect(again.status).toBe(201)
    const session = await login(victim.email, attackersPassword)
    expect(session.body).toMatchObject({ tenantId: a.tenantId, availableTenants: [{ tenantId: a.tenantId }] })
    const attacker: Actor = { ...victim, sessionSecret: secretIn(session) }
    expect((await server.as(attacker).put('/users/me/tenant', { tenantId: b.tenantId })).status).toBe(403)
    expect((await server.as(attacker).get(`/projects/${project.body.projectId}`)).status).toBe(404)
    expect((await server.as(attacker).get('/users/me/tenants')).text).not.toContain(b.tenantId)
    expect(
      (await server.as(attacker).post('/auth/accept-invitation', { token: linkToken, password: attackersPassword }))
        .status,
    ).toBe(422)
    // The employee's own link does not let them into an account that somebody else made.
    expect((await accept(again.body.link.linkToken, 'What-The-Employee-Picks-4')).status).toBe(400)
    expect((await server.as(b.admin).get('/users')).body.map(({ status }: { status: string }) => status)).toContain(
      'Invited',
    )
  })

  it('keeps no access from the time when the account was in their own organization only', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const employee = await employeeOf(a.tenantId)
    const link = (await linkOf(a.admin, employee.userId)).body.linkToken
    const token = (await invite(b.admin, employee.email)).body.link.linkToken
    expect((await server.as(employee).get('/projects')).status).toBe(200)
    expect((await accept(token, ownPassword)).status).toBe(200)
    // The admin of A may have kept a session, an earlier link, and their rights over the account.
    expect((await server.as(employee).get('/projects')).status).toBe(401)
    const redeemed = await server.as(null).post('/auth/reset-password', { token: link, newPassword: attackersPassword })
    expect(redeemed.status).toBe(422)
    const refused = await linkOf(a.admin, employee.userId)
    expect(refused).toMatchObject({ status: 422, body: { code: 'rule' } })
    expect((await server.as(a.admin).put(`/users/${employee.userId}`, { name: 'Renamed by A' })).status).toBe(422)
    expect((await login(employee.email, ownPassword)).body.availableTenants).toHaveLength(2)
  })
})

const secretIn = ({ headers }: TestAnswer): string | null =>
  /__Host-sid=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? null

describe('an invitation', () => {
  it('gives no membership before it is accepted, so the owner and the members do not see each other', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const owner = await employeeOf(b.tenantId)
    const { id, link } = (await invite(a.admin, owner.email, 'Typed Name')).body
    expect((await server.as(owner).get('/users/me/tenants')).body).toHaveLength(1)
    expect((await server.as(owner).get(`/tenants/user-associations/${owner.userId}`)).body.tenants).toHaveLength(1)
    const holders = () => server.as(a.admin).get('/access-requests')
    expect((await holders()).text).not.toContain(owner.email)
    expect((await server.as(a.admin).get('/admin/overview')).body.people).toEqual({ active: 2, disabled: 0, admins: 1 })
    expect((await server.as(a.admin).get('/users')).body).toContainEqual(
      expect.objectContaining({ id, status: 'Invited', name: 'Typed Name', isShared: false, lastSignInAt: null }),
    )
    expect((await accept(link.linkToken, ownPassword)).status).toBe(200)
    expect((await login(owner.email, ownPassword)).body.availableTenants).toHaveLength(2)
    expect((await holders()).text).toContain(owner.email)
    expect((await server.as(a.admin).get(`/users/${owner.userId}`)).body).toMatchObject({
      name: owner.name,
      role: 'Fitter',
      status: 'Active',
    })
    expect((await server.as(a.admin).get(`/users/${id}`)).status).toBe(404)
  })

  it('has a link that works once within 24 hours, until a newer link is made or the invitation is withdrawn', async () => {
    const { admin, tenantId } = await server.newTenant({ name: 'Northwind Fabrication' })
    const email = newEmail()
    const { id, link } = (await invite(admin, email)).body
    expect((await open(link.linkToken)).body).toEqual({
      kind: 'invitation',
      email,
      organizationName: 'Northwind Fabrication',
      expiresAt: link.expiresAt,
    })
    const next = (await linkOf(admin, id)).body.linkToken
    expect([(await open(link.linkToken)).status, (await accept(link.linkToken, ownPassword)).status]).toEqual([
      422, 422,
    ])
    server.clock.advance(24 * 3_600_000)
    expect([(await open(next)).status, (await accept(next, ownPassword)).status]).toEqual([422, 422])
    const admin2 = await server.newUser({ memberOf: [{ tenantId, isAdmin: true }] })
    const third = (await linkOf(admin2, id)).body.linkToken
    const answers = await Promise.all([accept(third, ownPassword), accept(third, ownPassword)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const other = (await invite(admin2, newEmail())).body
    expect((await server.as(admin2).delete(`/users/${other.id}`)).status).toBe(204)
    expect((await accept(other.link.linkToken, ownPassword)).status).toBe(422)
    const { rows } = await server.services.db.withSystem((tx) => tx.execute(sql`select * from invitations`))
    expect(JSON.stringify(rows)).not.toContain(third)
    expect(server.logs.join('')).not.toContain(third)
  })

  it('cannot be seen, changed or withdrawn by another organization', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const { id } = (await invite(a.admin, newEmail())).body
    const asked = [
      await server.as(b.admin).get(`/users/${id}`),
      await server.as(b.admin).put(`/users/${id}`, { isAdmin: true }),
      await linkOf(b.admin, id),
      await server.as(b.admin).delete(`/users/${id}`),
      await server.as(a.planner).get(`/users/${id}`),
    ]
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await server.as(b.admin).get('/users')).text).not.toContain(id)
  })

  it('cannot be accepted in an archived organization', async () => {
    const root = await server.newUser({ isSuperAdmin: true })
    const { admin, tenantId } = await server.newTenant()
    const { linkToken } = (await invite(admin, newEmail())).body.link
    await server.as(root).put(`/tenants/${tenantId}`, { status: 'Archived' })
    expect((await accept(linkToken, ownPassword)).status).toBe(422)
  })
})

describe('inviting an e-mail', () => {
  it('gives the same answers whether or not the e-mail has an account', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const known = (await employeeOf(b.tenantId)).email
    const unknown = newEmail()
    const disabled = await server.newUser({ status: 'Disabled', memberOf: [{ tenantId: b.tenantId }] })
    const root = await server.newUser({ isSuperAdmin: true, password: ownPassword })
    const answers = new Map<string, unknown[]>()
    for (const email of [unknown, known, disabled.email, root.email]) {
      const before = hashEvaluations.count
      const made = await invite(a.admin, email)
      expect(hashEvaluations.count).toBe(before)
      const { id, link } = made.body
      const listed = (await server.as(a.admin).get('/users')).body.find((user: { id: string }) => user.id === id)
      // A withdrawn and repeated invitation does not show either whether there is an account.
      await server.as(a.admin).delete(`/users/${id}`)
      const again = await invite(a.admin, email)
      expect(again.body.id).not.toBe(id)
      const refused = [await accept(link.linkToken, ownPassword), await accept(again.body.link.linkToken, 'password1')]
      answers.set(
        email,
        [
          made,
          again,
          await open(again.body.link.linkToken),
          ...refused,
          await invite(a.admin, email),
          await linkOf(a.admin, again.body.id),
          await server.as(a.admin).get(`/users/by-email/${email}`),
          await server.as(a.admin).put(`/users/${again.body.id}`, { name: 'Other', role: 'Welder' }),
          { status: 200, text: JSON.stringify(listed), headers: {}, body: null },
        ].map((answer) => alike(answer, email)),
      )
    }
    const first = answers.get(unknown)
    expect(first?.map((answer) => (answer as { status: number }).status)).toEqual([
      201, 201, 200, 422, 400, 409, 201, 404, 200, 200,
    ])
    for (const [email, others] of answers) expect(others, email).toEqual(first)
  })
})

describe('the password of an account of two organizations', () => {
  it('can be reset by its owner or a super admin, but not by an admin of either organization', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const owner = await employeeOf(a.tenantId)
    expect((await linkOf(a.admin, owner.userId)).status).toBe(201)
    await accept((await invite(b.admin, owner.email)).body.link.linkToken, ownPassword)
    expect([(await linkOf(a.admin, owner.userId)).status, (await linkOf(b.admin, owner.userId)).status]).toEqual([
      422, 422,
    ])
    owner.sessionSecret = secretIn(await login(owner.email, ownPassword))
    const next = 'My-Next-Password-8'
    const changed = await server
      .as(owner)
      .post('/users/me/password', { currentPassword: ownPassword, newPassword: next })
    expect([changed.status, (await login(owner.email, next)).status]).toEqual([200, 200])
    const root = await server.newUser({ isSuperAdmin: true, worksIn: b.tenantId })
    const made = await linkOf(root, owner.userId)
    expect(made).toMatchObject({ status: 201, body: { kind: 'password' } })
    expect((await open(made.body.linkToken)).body).toMatchObject({ kind: 'password', organizationName: b.name })
    const reset = { token: made.body.linkToken, newPassword: ownPassword }
    expect((await server.as(null).post('/auth/reset-password', reset)).status).toBe(200)
  })
})

describe('an invitation with a name and a password', () => {
  it('does not change the name or the password of an account that accepts it', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const owner = await employeeOf(b.tenantId)
    const sent = { email: owner.email, name: 'Hijacked', displayName: 'Hijacked', password: attackersPassword }
    const { linkToken } = (await server.as(a.admin).post('/users', sent)).body.link
    expect((await login(owner.email, attackersPassword)).status).toBe(401)
    expect((await accept(linkToken, ownPassword)).status).toBe(200)
    for (const admin of [a.admin, b.admin]) {
      expect((await server.as(admin).get(`/users/${owner.userId}`)).body).toMatchObject({
        name: owner.name,
        displayName: owner.name,
      })
      expect((await server.as(admin).put(`/users/${owner.userId}`, { displayName: 'Hijacked' })).status).toBe(422)
    }
    expect((await login(owner.email, ownPassword)).body.name).toBe(owner.name)
    expect((await login(owner.email, attackersPassword)).status).toBe(401)
  })

  it('does not let anybody sign in with that password', async () => {
    const { admin } = await server.newTenant()
    const email = newEmail()
    await server.as(admin).post('/users', { email, name: 'N', password: attackersPassword })
    expect((await login(email, attackersPassword)).status).toBe(401)
  })
})

describe('guessing the password of an account through an invitation', () => {
  it('counts as a failed sign-in and is throttled like one', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const owner = await employeeOf(b.tenantId)
    const { linkToken } = (await invite(a.admin, owner.email)).body.link
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess += 1)
      statuses.push((await accept(linkToken, `Guess-Number-${guess}-x`)).status)
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(statuses.at(-1)).toBe(429)
    expect((await login(owner.email, ownPassword)).status).toBe(429)
  })
})
