import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { appCode, turnOnSecondFactor } from '#testing/builders/second-factor.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openText } from '../credentials/sealed-text.ts'

const secretsKey = 'the key of this installation, 32+'
let server: TestServer
let tenant: TestTenant
let user: Actor
beforeAll(async () => {
  server = await startServer({ SECRETS_KEY: secretsKey })
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant()
  user = await newMember()
})

const password = 'Lathe-And-Mill-4'
const newMember = () => server.newUser({ password, memberOf: [{ tenantId: tenant.tenantId }] })
const path = '/users/me/second-factor'
const me = () => server.as(user)
const start = () => me().post(path, { currentPassword: password })
const isSet = async () => (await me().get('/users/me')).body.settings.privacy.twoFactorAuth
const asksForCode = async ({ email }: Actor) =>
  (await server.as(null).post('/auth/login', { email, password })).body.requiresSecondFactor === true
const storedSecret = async ({ userId }: Actor): Promise<string> => {
  const { rows } = await server.services.db.withSystem((tx) =>
    tx.execute(sql`select secret from second_factors where user_id = ${userId}`),
  )
  return String(rows[0]?.secret)
}
const signedInAgain = async ({ email, ...actor }: Actor): Promise<Actor> => {
  const again: Actor = { ...actor, email, sessionSecret: null }
  expect((await server.as(again).post('/auth/login', { email, password })).status).toBe(200)
  return again
}

describe('two-factor authentication', () => {
  it('is set up with the password, and asks for codes only after the first one was right', async () => {
    expect((await me().get(path)).body).toEqual({ onSince: null, recoveryCodesLeft: 0 })
    const { status, body } = await start()
    expect([status, Object.keys(body).sort()]).toEqual([200, ['appSecret', 'appUri']])
    expect(body.appUri).toBe(
      `otpauth://totp/Scheduler:${encodeURIComponent(user.email)}?secret=${body.appSecret}&issuer=Scheduler`,
    )
    expect([await isSet(), await asksForCode(user)]).toEqual([false, false])
    const wrong = await me().post(`${path}/confirmation`, { code: '000000' })
    expect(wrong).toMatchObject({ status: 400, body: { problems: [{ path: 'code' }] } })
    expect([await isSet(), await asksForCode(user)]).toEqual([false, false])

    const code = appCode(body.appSecret, server.clock.now())
    const confirmed = await me().post(`${path}/confirmation`, { code })
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    expect([await isSet(), await asksForCode(user)]).toEqual([true, true])
    expect((await me().get(path)).body).toEqual({
      onSince: server.clock.now().toISOString(),
      recoveryCodesLeft: 10,
    })
  })

  it('needs the right password, and wrong ones count like sign-ins', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { status, body } = await me().post(path, { currentPassword: 'Wrong-Password-1' })
      expect([status, body.problems[0].path]).toEqual([400, 'currentPassword'])
    }
    expect((await start()).status).toBe(429)
    expect((await server.as(null).post('/auth/login', { email: user.email, password })).status).toBe(429)
  })

  it('can be begun again with another secret until it is on, and not after', async () => {
    const [first, second] = [(await start()).body.appSecret, (await start()).body.appSecret]
    expect(first).not.toBe(second)
    const confirm = (secret: string) => me().post(`${path}/confirmation`, { code: appCode(secret, server.clock.now()) })
    expect((await confirm(first)).status).toBe(400)
    expect((await confirm(second)).status).toBe(200)
    for (const { status, body } of [await start(), await confirm(second)]) {
      expect([status, body.error]).toEqual([422, 'Two-factor authentication is on already. Turn it off first.'])
    }
  })

  it('ends the other sessions when it is turned on, and keeps API tokens', async () => {
    const other = await signedInAgain(user)
    const { body } = await me().post('/api-tokens', { name: 'Report', scope: 'read', expiresInDays: 30 })
    await turnOnSecondFactor(server, user, password)
    expect((await server.as(other).get('/users/me')).status).toBe(401)
    expect((await me().get('/users/me')).status).toBe(200)
    expect((await server.as({ ...user, sessionSecret: null, apiToken: body.apiToken }).get('/projects')).status).toBe(
      200,
    )
  })

  it('is not changed by writing the setting, which always says what holds', async () => {
    const put = (twoFactorAuth: boolean) =>
      me().put('/user/settings', { privacy: { showStatus: false, twoFactorAuth } })
    expect(await put(true)).toMatchObject({
      status: 422,
      body: { error: 'Two-factor authentication is turned on and off with a code, under Privacy in your settings.' },
    })
    expect(await put(false)).toMatchObject({ status: 200, body: { settings: { privacy: { twoFactorAuth: false } } } })
    await turnOnSecondFactor(server, user, password)
    expect((await put(false)).status).toBe(422)
    expect((await put(true)).body.settings.privacy).toEqual({ showStatus: false, twoFactorAuth: true })
    expect(await asksForCode(user)).toBe(true)
  })

  it('is turned off with the password and a code, each of which must be right', async () => {
    const app = await turnOnSecondFactor(server, user, password)
    const off = (currentPassword: string, code: string) => me().post(`${path}/off`, { currentPassword, code })
    expect(await off('Wrong-Password-1', app.code())).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'currentPassword' }] },
    })
    expect(await off(password, '000000')).toMatchObject({ status: 400, body: { problems: [{ path: 'code' }] } })
    expect(await isSet()).toBe(true)
    expect(await off(password, app.code())).toMatchObject({
      status: 200,
      body: { onSince: null, recoveryCodesLeft: 0 },
    })
    expect([await isSet(), await asksForCode(user)]).toEqual([false, false])
    expect((await off(password, app.code())).status).toBe(422)
  })

  it('gives new recovery codes for the password and a code, and the old ones stop working', async () => {
    const app = await turnOnSecondFactor(server, user, password)
    const renew = (code: string) => me().post(`${path}/recovery-codes`, { currentPassword: password, code })
    const [old = '', other = ''] = app.recoveryCodes
    const { status, body } = await renew(old)
    expect([status, body.recoveryCodes.length]).toEqual([200, 10])
    expect((await renew(other)).status).toBe(400)
    expect((await me().get(path)).body.recoveryCodesLeft).toBe(10)
    expect((await renew(body.recoveryCodes[0])).status).toBe(200)
  })

  it('answers nobody who is not signed in, and says nothing about other people', async () => {
    await turnOnSecondFactor(server, user, password)
    const stranger = await newMember()
    expect((await server.as(stranger).get(path)).body).toEqual({ onSince: null, recoveryCodesLeft: 0 })
    expect((await server.as(null).get(path)).status).toBe(401)
  })
})

describe('the stored secret of an authenticator app', () => {
  it('is sealed with the key of the installation, for its account only', async () => {
    const { appSecret } = await turnOnSecondFactor(server, user, password)
    const stored = await storedSecret(user)
    expect(stored).not.toContain(appSecret)
    expect(openText(stored, { secretsKey, owner: user.userId })).toBe(appSecret)
    expect(server.logs.join('\n')).not.toContain(appSecret)
  })

  it('that was stored before there was a key is sealed when its next code is accepted', async () => {
    const app = await turnOnSecondFactor(server, user, password)
    await server.services.db.withSystem((tx) =>
      tx.execute(sql`update second_factors set secret = ${`plain.${app.appSecret}`} where user_id = ${user.userId}`),
    )
    const { status } = await me().post(`${path}/recovery-codes`, { currentPassword: password, code: app.code() })
    expect(status).toBe(200)
    expect(openText(await storedSecret(user), { secretsKey, owner: user.userId })).toBe(app.appSecret)
    expect(await storedSecret(user)).toMatch(/^v1\./)
  })
})

describe('a lost second factor', () => {
  const reset = (actor: Actor, { userId }: Actor) => server.as(actor).delete(`/users/${userId}/second-factor`)

  it('is reset by an admin of the organization: the sessions end, the password is enough again, and history says so', async () => {
    await turnOnSecondFactor(server, user, password)
    expect(await reset(tenant.admin, user)).toMatchObject({ status: 204 })
    expect((await me().get('/users/me')).status).toBe(401)
    expect(await asksForCode(user)).toBe(false)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select user_id as by, changes from history_entries where entity_id = ${user.userId}`),
    )
    expect(rows).toEqual([{ by: tenant.admin.userId, changes: [{ field: 'twoFactorAuth', from: true, to: false }] }])
    expect((await reset(tenant.admin, user)).status).toBe(204)
  })

  it('is not reset by regular users, admins of other organizations, or its owner as an admin', async () => {
    const other = await server.newTenant()
    const admin = await server.newUser({ password, memberOf: [{ tenantId: tenant.tenantId, isAdmin: true }] })
    await turnOnSecondFactor(server, user, password)
    await turnOnSecondFactor(server, admin, password)
    expect((await reset(tenant.planner, user)).status).toBe(403)
    expect((await reset(other.admin, user)).status).toBe(404)
    expect((await reset(admin, admin)).body.error).toBe('Turn off your own two-factor authentication in your settings.')
    expect(await asksForCode(user)).toBe(true)
    expect(await asksForCode(admin)).toBe(true)
  })

  it('of an account in several organizations, or of a super admin, is reset by a super admin only', async () => {
    const other = await server.newTenant()
    const boss = await server.newUser({ isSuperAdmin: true, worksIn: tenant.tenantId })
    const shared = await server.newUser({
      password,
      memberOf: [{ tenantId: tenant.tenantId }, { tenantId: other.tenantId }],
      worksIn: tenant.tenantId,
    })
    const superMember = await server.newUser({
      password,
      isSuperAdmin: true,
      memberOf: [{ tenantId: tenant.tenantId }],
    })
    for (const person of [shared, superMember]) {
      await turnOnSecondFactor(server, person, password)
      expect((await reset(tenant.admin, person)).status).toBe(422)
      expect(await asksForCode(person)).toBe(true)
      expect((await reset(boss, person)).status).toBe(204)
      expect(await asksForCode(person)).toBe(false)
    }
  })
})
