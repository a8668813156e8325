import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignIn } from '#contract/sign-ins.ts'
import { dayMs } from '#domain/time/units.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { turnOnSecondFactor } from '#testing/builders/second-factor.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { sweepExpired } from '../sessions/sessions.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant()
})

const password = 'Lathe-And-Mill-4'
const newMember = (tenants: readonly TestTenant[] = [tenant]) =>
  server.newUser({ password, memberOf: tenants.map(({ tenantId }) => ({ tenantId })), worksIn: tenants[0]?.tenantId })
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** Keeps the session and the pending sign-in in the actor, as a browser does. */
const signIn = async (actor: Actor, given = password, code?: string) => {
  const headers = { 'user-agent': firefox }
  const answer = await server.as(actor).post('/auth/login', { email: actor.email, password: given }, headers)
  if (code === undefined) return
  const pending = /__Host-pending=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1]
  const cookie = `__Host-pending=${pending}`
  await server.as(actor).post('/auth/second-factor', { code }, { ...headers, cookie })
}
const mine = async (actor: Actor): Promise<SignIn[]> => {
  const { status, body } = await server.as(actor).get('/users/me/sign-ins')
  expect(status).toBe(200)
  return body
}
const seenBy = async (admin: Actor, { userId }: Actor): Promise<SignIn[]> => {
  const { status, body } = await server.as(admin).get(`/users/${userId}/sign-ins`)
  expect(status).toBe(200)
  return body
}
const outcomes = (signIns: readonly SignIn[]) => signIns.map(({ outcome }) => outcome)

describe('the sign-ins of a person', () => {
  it('are listed with the time, the address, the browser and the organization, the newest first, to the person and to an admin', async () => {
    const user = await newMember()
    await signIn(user, 'Wrong-Password-1')
    server.clock.advance(1_000)
    await signIn(user)
    const [worked, failed, ...more] = await mine(user)
    expect(more).toEqual([])
    const from = { address: '127.0.0.1', userAgent: firefox }
    const nowMs = server.clock.now().getTime()
    expect(worked).toMatchObject({
      ...from,
      at: new Date(nowMs).toISOString(),
      outcome: 'password',
      tenantName: tenant.name,
    })
    expect(failed).toMatchObject({
      ...from,
      at: new Date(nowMs - 1_000).toISOString(),
      outcome: 'refused',
      tenantName: null,
    })
    expect(await seenBy(tenant.admin, user)).toEqual([worked, failed])
  })

  it('tell a code, a recovery code, a wrong code and a missing one apart, with one row for both halves of a sign-in', async () => {
    const user = await newMember()
    const app = await turnOnSecondFactor(server, user, password)
    await signIn(user, password, app.code())
    server.clock.advance(30_000)
    await signIn(user, password, app.recoveryCodes[0])
    const signedIn = { ...user }
    await signIn(user)
    await signIn(user, password, 'AAAA-BBBB-CCCC-DDDD')
    expect(outcomes(await mine(signedIn))).toEqual(['wrongCode', 'codeMissing', 'codeMissing', 'recoveryCode', 'code'])
  })

  it('do not list attempts that had to wait, so that a flood of them does not grow the list', async () => {
    const user = await newMember()
    for (let count = 0; count < 20; count += 1) await signIn({ ...user }, 'Wrong-Password-1')
    expect(outcomes(await mine(user))).toEqual(Array.from({ length: 5 }, () => 'refused'))
  })

  it('contain no password, code or session', async () => {
    const user = await newMember()
    const app = await turnOnSecondFactor(server, user, password)
    await signIn({ ...user }, 'Wrong-Password-1')
    const code = app.code()
    await signIn(user, password, code)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select * from sign_ins where user_id = ${user.userId}`),
    )
    expect(rows).toHaveLength(2)
    for (const secret of [password, 'Wrong-Password-1', user.sessionSecret ?? '']) {
      expect(JSON.stringify(rows)).not.toContain(secret)
    }
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'address',
      'at',
      'entered_tenant_id',
      'outcome',
      'sign_in_id',
      'user_agent',
      'user_id',
    ])
  })

  it('of an account in several organizations are seen by an admin only where they entered that organization', async () => {
    const other = await server.newTenant()
    const shared = await newMember([tenant, other])
    await signIn(shared, 'Wrong-Password-1')
    await signIn(shared)
    await server.as(shared).put('/users/me/tenant', { tenantId: other.tenantId })
    await signIn(shared)
    await server.as(shared).put('/users/me/tenant', { tenantId: tenant.tenantId })
    expect((await mine(shared)).map(({ outcome, tenantName }) => [outcome, tenantName])).toEqual([
      ['entered', tenant.name],
      ['password', null],
      ['entered', other.name],
      ['password', null],
      ['refused', null],
    ])
    for (const { admin, name } of [tenant, other]) {
      expect((await seenBy(admin, shared)).map(({ outcome, tenantName }) => [outcome, tenantName])).toEqual([
        ['entered', name],
      ])
    }
  })

  it('from before somebody joined the organization are not seen by its admins', async () => {
    const other = await server.newTenant()
    const user = await newMember([other])
    await signIn(user, 'Wrong-Password-1')
    await signIn(user)
    server.clock.advance(60_000)
    await server.services.db.withSystem((tx) =>
      tx.execute(sql`update memberships set tenant_id = ${tenant.tenantId}, created_at = ${server.clock.now().toISOString()}::timestamptz
        where user_id = ${user.userId}`),
    )
    expect(await seenBy(tenant.admin, user)).toEqual([])
    await signIn(user)
    expect(outcomes(await seenBy(tenant.admin, user))).toEqual(['password'])
    expect(await mine(user)).toHaveLength(3)
  })

  it('are not seen by other users or by admins of other organizations', async () => {
    const [user, other] = [await newMember(), await server.newTenant()]
    await signIn(user)
    expect((await server.as(tenant.planner).get(`/users/${user.userId}/sign-ins`)).status).toBe(403)
    expect((await server.as(other.admin).get(`/users/${user.userId}/sign-ins`)).status).toBe(404)
    expect(await mine(tenant.planner)).toEqual([])
  })

  it('are kept for 90 days and then deleted by the sweep', async () => {
    const user = await newMember()
    await signIn({ ...user }, 'Wrong-Password-1')
    const kept = async () => {
      await sweepExpired(server.services)
      const { rows } = await server.services.db.withSystem((tx) =>
        tx.execute(sql`select from sign_ins where user_id = ${user.userId}`),
      )
      return rows.length
    }
    server.clock.advance(90 * dayMs)
    expect(await kept()).toBe(1)
    server.clock.advance(1)
    expect(await kept()).toBe(0)
  })
})
