import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestedWithHeader } from '#contract/headers.ts'
import { minuteMs } from '#domain/time/units.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { appCode, turnOnSecondFactor } from '#testing/builders/second-factor.ts'
import type { TestAnswer } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { hashEvaluations } from '../credentials/password-hash.ts'
import { sweepExpired } from '../sessions/sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
// Each test starts without counted failures.
const forgetFailures = () => server.services.db.withSystem((tx) => tx.execute(sql`delete from sign_in_throttle`))
beforeEach(forgetFailures)

const password = 'Lathe-And-Mill-4'

const account = async () => {
  const tenant = await server.newTenant()
  const user = await server.newUser({ password, memberOf: [{ tenantId: tenant.tenantId }] })
  const app = await turnOnSecondFactor(server, user, password)
  return { tenant, user, app }
}

const cookieOf = ({ headers }: TestAnswer, name: string): string | null => {
  const line = [headers['set-cookie']].flat().find((text) => String(text).startsWith(`${name}=`))
  return line === undefined ? null : String(line)
}
const cookieValue = (answer: TestAnswer, name: string): string =>
  /=([^;]*)/.exec(cookieOf(answer, name) ?? '')?.[1] ?? ''

const givePassword = (email: string, given = password, path = '/auth/login') =>
  server.as(null).post(path, { email, password: given })
/** The value of the cookie that a right password leaves. */
const begin = async (email: string) => cookieValue(await givePassword(email), '__Host-pending')
const giveCode = (pending: string, code: string, headers: Record<string, string | undefined> = {}) =>
  server.as(null).post('/auth/second-factor', { code }, { cookie: `__Host-pending=${pending}`, ...headers })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const failures = async (key: string) => {
  const { rows } = await server.services.db.withSystem((tx) =>
    tx.execute(sql`select failures from sign_in_throttle where key like ${key}`),
  )
  return rows.map((row) => Number(row.failures))
}
const me = (actor: Actor, answer: TestAnswer) =>
  server.as({ ...actor, sessionSecret: cookieValue(answer, '__Host-sid') }).get('/users/me')

describe('the password of an account with a second factor', () => {
  it.each(['/auth/login', '/auth/direct-login'])(
    'opens no session through %s, only five minutes for a code',
    async (path) => {
      const { user } = await account()
      const answer = await givePassword(user.email, password, path)
      expect(answer).toMatchObject({
        status: 200,
        body: {
          success: false,
          requiresSecondFactor: true,
          error: 'Enter the code of your authenticator app to finish signing in.',
        },
      })
      expect(Object.keys(answer.body).sort()).toEqual(['error', 'requiresSecondFactor', 'success'])
      expect([cookieOf(answer, '__Host-sid'), cookieOf(answer, '__Host-device')]).toEqual([null, null])
      const attributes = (cookieOf(answer, '__Host-pending') ?? '').split('; ').slice(1).sort()
      expect(attributes).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
      const pending = cookieValue(answer, '__Host-pending')
      for (const cookie of [`__Host-pending=${pending}`, `__Host-sid=${pending}`]) {
        expect((await server.as(null).get('/users/me', { cookie })).status).toBe(401)
      }
      const { rows } = await server.services.db.withSystem((tx) => tx.execute(sql`select * from pending_sign_ins`))
      expect(JSON.stringify(rows)).not.toContain(pending)
    },
  )

  it('gets the answer of an unknown account when it is wrong, after one hash', async () => {
    const { user } = await account()
    const answers = []
    for (const email of [user.email, 'nobody@example.com']) {
      const before = hashEvaluations.count
      const { status, body, headers } = await givePassword(email, 'Wrong-Password-1')
      expect(hashEvaluations.count - before, email).toBe(1)
      answers.push({ status, error: body.error, fields: Object.keys(body), cookies: headers['set-cookie'] })
    }
    expect(answers[0]).toMatchObject({ status: 401, error: 'Invalid email or password. Please try again.' })
    expect(answers[1]).toEqual(answers[0])
  })
})

describe('the code of a sign-in', () => {
  it('opens the session and is the answer that a password alone has, and the cookie of the first half is used up', async () => {
    const { user, app, tenant } = await account()
    const pending = await begin(user.email)
    const answer = await giveCode(pending, app.code())
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, requiresTenantSelection: false, userId: user.userId, tenantId: tenant.tenantId },
    })
    expect((await me(user, answer)).status).toBe(200)
    expect(cookieValue(answer, '__Host-pending')).toBe('')
    expect(cookieValue(answer, '__Host-device')).not.toBe('')
    server.clock.advance(30_000)
    expect((await giveCode(pending, app.code())).status).toBe(401)
  })

  it('ends the session that the browser sent, and keeps "remember me"', async () => {
    const { user, app } = await account()
    const first = await server.as(null).post('/auth/login', { email: user.email, password, rememberMe: true })
    const cookie = `__Host-pending=${cookieValue(first, '__Host-pending')}; __Host-sid=${user.sessionSecret}`
    const answer = await server.as(null).post('/auth/second-factor', { code: app.code() }, { cookie })
    expect(cookieOf(answer, '__Host-sid')).toContain('Expires=')
    expect((await server.as(user).get('/users/me')).status).toBe(401)
  })

  it('is accepted once, also when two sign-ins send it at the same moment', async () => {
    const { user, app } = await account()
    const [one, other] = [await begin(user.email), await begin(user.email)]
    const code = app.code()
    const answers = await Promise.all([giveCode(one, code), giveCode(other, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await giveCode(await begin(user.email), code)).body).toMatchObject({
      code: 'invalid_credentials',
      error: 'This code is wrong or was used already. Enter the one your app shows now.',
    })
  })

  it('may be one step early or late, but not earlier than the last one accepted', async () => {
    const { user, app } = await account()
    const { appSecret } = app
    const at = (seconds: number) => appCode(appSecret, new Date(server.clock.now().getTime() + seconds * 1_000))
    const status = async (code: string) => {
      await forgetFailures()
      return (await giveCode(await begin(user.email), code)).status
    }
    server.clock.advance(10 * minuteMs)
    expect(await status(at(-60))).toBe(401)
    expect(await status(at(60))).toBe(401)
    expect(await status(at(-30))).toBe(200)
    expect(await status(at(30))).toBe(200)
    expect(await status(at(0))).toBe(401)
  })

  it('can be tried again after a wrong one', async () => {
    const { user, app } = await account()
    const pending = await begin(user.email)
    expect((await giveCode(pending, wrong(app.code()))).status).toBe(401)
    expect((await giveCode(pending, `${app.code().slice(0, 3)} ${app.code().slice(3)}`)).status).toBe(200)
  })

  it('of another account is refused, and costs that account nothing', async () => {
    const [mine, other] = [await account(), await account()]
    const pending = await begin(mine.user.email)
    expect((await giveCode(pending, other.app.code())).status).toBe(401)
    expect((await giveCode(pending, other.app.recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await giveCode(await begin(other.user.email), other.app.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  it('is refused alike without a first half, with an unknown one, and five minutes after the password', async () => {
    const { user, app } = await account()
    const pending = await begin(user.email)
    server.clock.advance(5 * minuteMs)
    const answers = [
      await giveCode(pending, app.code()),
      await giveCode('A'.repeat(43), app.code()),
      await server.as(null).post('/auth/second-factor', { code: app.code() }),
    ]
    for (const { status, body } of answers) {
      const { requestId: _, ...rest } = body
      expect({ status, ...rest }).toEqual({
        status: 401,
        code: 'unauthenticated',
        error: 'Your sign-in has expired. Enter your password again.',
      })
    }
    expect(await failures('account:%')).toEqual([1])
  })

  it.each([
    ['content-type', 'text/plain'],
    ['origin', 'https://evil.example'],
    [requestedWithHeader, undefined],
  ])('is not taken from another site (%s: %s)', async (header, value) => {
    const { user, app } = await account()
    const pending = await begin(user.email)
    expect((await giveCode(pending, app.code(), { [header]: value })).status).toBe(403)
    expect((await giveCode(pending, app.code())).status).toBe(200)
  })
})

describe('a recovery code', () => {
  it('signs in once, in whatever letters and with or without dashes', async () => {
    const { user, app } = await account()
    expect(app.recoveryCodes).toHaveLength(10)
    for (const code of app.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const [one = '', other = ''] = app.recoveryCodes
    const spelled = other.toLowerCase().replaceAll('-', ' ')
    for (const code of [one, spelled]) expect((await giveCode(await begin(user.email), code)).status, code).toBe(200)
    for (const code of [one, other]) expect((await giveCode(await begin(user.email), code)).status, code).toBe(401)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select * from recovery_codes where user_id = ${user.userId}`),
    )
    expect(rows).toHaveLength(8)
    for (const code of app.recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  })
})

describe('the throttle of codes', () => {
  it('is that of passwords: five wrong codes block the account, and right passwords in between forgive none of them', async () => {
    const { user, app } = await account()
    expect((await giveCode(await begin(user.email), wrong(app.code()))).status).toBe(401)
    expect((await giveCode(await begin(user.email), wrong(app.code()))).status).toBe(401)
    const pending = await begin(user.email)
    expect((await giveCode(pending, app.code())).status).toBe(429)
    expect((await givePassword(user.email)).status).toBe(429)
    expect(await failures('account:%')).toEqual([5])
    server.clock.advance(1_000)
    const answer = await giveCode(pending, app.code())
    expect(answer.status).toBe(200)
    expect(await failures('account:%')).toEqual([])
  })

  it('tries only four of fifty codes that come at the same moment, as the password counts until a code is right', async () => {
    const { user, app } = await account()
    const pending = await begin(user.email)
    const answers = await Promise.all(Array.from({ length: 50 }, () => giveCode(pending, wrong(app.code()))))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4)
    for (const { status, headers } of answers.filter((answer) => answer.status !== 401)) {
      expect([status, headers['retry-after']]).toEqual([429, '1'])
    }
  })

  it('counts nothing against an address from which people sign in with a password and a code', async () => {
    const { user, app } = await account()
    for (let count = 0; count < 3; count += 1) {
      expect((await giveCode(await begin(user.email), app.code())).status).toBe(200)
      server.clock.advance(30_000)
    }
    expect(await failures('address:%')).toEqual([0])
  })
})

describe('a sign-in that waits for its code', () => {
  const ends: [string, (world: Awaited<ReturnType<typeof account>>) => Promise<TestAnswer>][] = [
    [
      'the password is changed',
      ({ user }) =>
        server.as(user).post('/users/me/password', { currentPassword: password, newPassword: 'Another-Words-28' }),
    ],
    ['the person signs out everywhere else', ({ user }) => server.as(user).delete('/users/me/sessions')],
    [
      'an admin resets the second factor',
      ({ tenant, user }) => server.as(tenant.admin).delete(`/users/${user.userId}/second-factor`),
    ],
    [
      'the account is disabled',
      ({ tenant, user }) => server.as(tenant.admin).put(`/users/${user.userId}`, { status: 'Disabled' }),
    ],
    ['the account is deleted', ({ tenant, user }) => server.as(tenant.admin).delete(`/users/${user.userId}`)],
  ]
  it.each(ends)('ends when %s', async (_, end) => {
    const world = await account()
    const pending = await begin(world.user.email)
    expect((await end(world)).status).toBeLessThan(300)
    expect((await giveCode(pending, world.app.code())).body.code).toBe('unauthenticated')
  })

  it('is deleted by the sweep after its end', async () => {
    const { user } = await account()
    await begin(user.email)
    const stored = async () => {
      const { rows } = await server.services.db.withSystem((tx) =>
        tx.execute(sql`select from pending_sign_ins where user_id = ${user.userId}`),
      )
      return rows.length
    }
    await sweepExpired(server.services)
    expect(await stored()).toBe(1)
    server.clock.advance(5 * minuteMs + 1)
    await sweepExpired(server.services)
    expect(await stored()).toBe(0)
  })
})
