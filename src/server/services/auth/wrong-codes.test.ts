import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, minuteMs } from '#domain/time/units.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { type TestApp, turnOnSecondFactor } from '#testing/builders/second-factor.ts'
import type { TestAnswer } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { sendDueMail } from '../../jobs/send-mail.ts'
import type { Mail } from '../mail/mail-text.ts'
import { sweepExpired } from '../sessions/sessions.ts'

let server: TestServer
beforeAll(async () => {
  const mail = {
    SMTP_URL: 'smtp://localhost:2525',
    MAIL_FROM: 'plan@shop.example',
    PUBLIC_ORIGIN: 'http://localhost:3001',
  }
  server = await startServer(mail)
})
afterAll(() => server.close())
beforeEach(() =>
  server.services.db.withSystem(async (tx) => {
    await tx.execute(sql`delete from sign_in_throttle`)
    await tx.execute(sql`delete from mail_outbox`)
  }),
)

const password = 'Lathe-And-Mill-4'

const account = async () => {
  const [tenant, second] = [await server.newTenant(), await server.newTenant()]
  const user = await server.newUser({ password, memberOf: [tenant, second].map(({ tenantId }) => ({ tenantId })) })
  const app = await turnOnSecondFactor(server, user, password)
  return { tenant, second, user, app }
}

const cookieOf = ({ headers }: TestAnswer, name: string): string =>
  [headers['set-cookie']]
    .flat()
    .map((line) => new RegExp(`^${name}=([^;]*)`).exec(String(line))?.[1])
    .find((value) => value !== undefined) ?? ''
const wrong = (app: TestApp) => String((Number(app.code()) + 1) % 1_000_000).padStart(6, '0')

/** Sends the password and then a code; the answer that ended it. `device` is the cookie of a browser. */
const signIn = async ({ email }: Actor, code: string, device?: string): Promise<TestAnswer> => {
  const withDevice = (cookies: readonly string[]) => {
    const all = device === undefined ? cookies : [...cookies, `__Host-device=${device}`]
    return all.length > 0 ? { cookie: all.join('; ') } : {}
  }
  const begun = await server.as(null).post('/auth/login', { email, password }, withDevice([]))
  if (begun.status !== 200) return begun
  const pending = `__Host-pending=${cookieOf(begun, '__Host-pending')}`
  return server.as(null).post('/auth/second-factor', { code }, withDevice([pending]))
}
const waitOf = ({ headers }: TestAnswer) => Number(headers['retry-after']) * 1_000

/** Lets the throttle of passwords forget, so that only that of codes is left. */
const forgetPasswords = () =>
  server.services.db.withSystem((tx) => tx.execute(sql`delete from sign_in_throttle where key not like 'factor:%'`))

/** Tries wrong codes as soon as they are let. */
const tryCodes = async (user: Actor, app: TestApp, count: number, device?: string): Promise<void> => {
  for (let tried = 0; tried < count; ) {
    await forgetPasswords()
    const answer = await signIn(user, wrong(app), device)
    if (answer.status === 429) server.clock.advance(waitOf(answer))
    else tried += 1
  }
}
/** The status of a right code, and how long it has to wait. */
const rightCode = async (user: Actor, app: TestApp, device?: string): Promise<[number, number | null]> => {
  await forgetPasswords()
  const answer = await signIn(user, app.code(), device)
  return [answer.status, answer.status === 429 ? waitOf(answer) : null]
}
const notificationsOf = async (actor: Actor) => {
  const { rows } = await server.services.db.withSystem((tx) =>
    tx.execute(sql`select tenant_id as "tenantId", cause from notifications where user_id = ${actor.userId}`),
  )
  return rows
}
const sentMail = async (): Promise<Mail[]> => {
  const mails: Mail[] = []
  const log = { info: () => undefined, error: () => undefined }
  await sendDueMail(server.services, (mail) => Promise.resolve(void mails.push(mail)), log)
  return mails
}

interface World {
  readonly tenant: TestTenant
  readonly user: Actor
}

describe('wrong codes after a right password', () => {
  it.each([
    ['of the app', (app: TestApp) => wrong(app)],
    ['for recovery', () => 'AAAA-BBBB-CCCC-DDDD'],
  ])('%s can be tried about 50 times in a month, whatever is swept meanwhile', async (_, codeOf) => {
    const { user, app } = await account()
    const untilMs = server.clock.now().getTime() + 30 * dayMs
    let tried = 0
    while (server.clock.now().getTime() < untilMs && tried < 100) {
      const answer = await signIn(user, codeOf(app))
      // A quarter of an hour without a try is what the throttle of passwords forgets after.
      if (answer.status === 429) server.clock.advance(waitOf(answer) + 15 * minuteMs)
      else tried += 1
      await sweepExpired(server.services)
    }
    expect(tried).toBeGreaterThan(20)
    expect(tried).toBeLessThan(60)
    await tryCodes(user, app, 1)
    await forgetPasswords()
    const refused = await signIn(user, app.code())
    expect(refused.status).toBe(429)
    expect(refused.body.error).toBe(
      'Too many wrong codes. Try again in 24 hours, or sign in from a browser in which you have signed in before.',
    )
  })

  it('wait for 1 minute after the tenth, then twice as long each time, and a right one ends that', async () => {
    const { user, app } = await account()
    await tryCodes(user, app, 10)
    for (const minutes of [1, 2, 4]) {
      expect(await rightCode(user, app)).toEqual([429, minutes * minuteMs])
      server.clock.advance(minutes * minuteMs - 1_000)
      expect(await rightCode(user, app)).toEqual([429, 1_000])
      server.clock.advance(1_000)
      await tryCodes(user, app, 1)
    }
    server.clock.advance(8 * minuteMs)
    expect(await rightCode(user, app)).toEqual([200, null])
    server.clock.advance(minuteMs)
    await tryCodes(user, app, 9)
    expect(await rightCode(user, app)).toEqual([200, null])
  })

  it('warn the owner after each tenth, in every organization and by e-mail, also when notifications are off', async () => {
    const { user, app, tenant, second } = await account()
    await server.as(user).put('/users/me/preferences', { notifications: false })
    await tryCodes(user, app, 9)
    expect([await notificationsOf(user), await sentMail()]).toEqual([[], []])
    await tryCodes(user, app, 1)
    const cause = { code: 'wrongCodes', count: 10 }
    const told = [tenant, second].map(({ tenantId }) => ({ tenantId, cause }))
    expect(await notificationsOf(user)).toEqual(expect.arrayContaining(told))
    const [mail, ...others] = await sentMail()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: user.email, subject: '10 wrong codes for your Scheduler account' })
    expect(mail?.text).toContain('http://localhost:3001/profile')
    await tryCodes(user, app, 10)
    expect(await notificationsOf(user)).toHaveLength(2)
    expect(await notificationsOf(user)).toMatchObject([{ cause: { count: 20 } }, { cause: { count: 20 } }])
    expect(await sentMail()).toHaveLength(1)
  })

  it('are in the sign-in log, which an admin of the only organization sees', async () => {
    const tenant = await server.newTenant()
    const user = await server.newUser({ password, memberOf: [{ tenantId: tenant.tenantId }] })
    const app = await turnOnSecondFactor(server, user, password)
    await tryCodes(user, app, 10)
    const admin = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, isAdmin: true }] })
    const { body } = await server.as(admin).get(`/users/${user.userId}/sign-ins`)
    expect(body.filter(({ outcome }: { outcome: string }) => outcome === 'wrongCode')).toHaveLength(10)
  })

  it('of an attacker keep the owner out of no browser in which they have signed in before, and are counted there too', async () => {
    const { user, app } = await account()
    const own = cookieOf(await signIn(user, app.code()), '__Host-device')
    server.clock.advance(minuteMs)
    await tryCodes(user, app, 15)
    expect((await rightCode(user, app))[0]).toBe(429)
    expect(await rightCode(user, app, own)).toEqual([200, null])
    expect((await rightCode(user, app))[0]).toBe(429)
    // A stolen cookie gives no more tries than an unknown browser has.
    server.clock.advance(minuteMs)
    const startMs = server.clock.now().getTime()
    await tryCodes(user, app, 15, own)
    expect(server.clock.now().getTime() - startMs).toBeGreaterThan(15 * minuteMs)
  })

  it('count in the settings too, where they follow the password', async () => {
    const { user, app } = await account()
    const off = (code: string) =>
      server.as(user).post('/users/me/second-factor/off', { currentPassword: password, code })
    for (let tried = 0; tried < 10; tried += 1) {
      await forgetPasswords()
      expect((await off(wrong(app))).status).toBe(400)
    }
    expect(await notificationsOf(user)).toMatchObject([{ cause: { count: 10 } }, { cause: { count: 10 } }])
    await forgetPasswords()
    expect(await off(app.code())).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    await forgetPasswords()
    // A wrong password is none of a code.
    expect(
      (await server.as(user).post('/users/me/second-factor/off', { currentPassword: 'x', code: '1' })).status,
    ).toBe(400)
    server.clock.advance(minuteMs)
    expect((await off(app.code())).status).toBe(200)
  })

  it.each([
    [
      'the password is changed',
      ({ user }: World) =>
        server.as(user).post('/users/me/password', { currentPassword: password, newPassword: 'Another-Words-28' }),
    ],
    [
      'an admin resets the second factor',
      ({ tenant, user }: World) => server.as(tenant.admin).delete(`/users/${user.userId}/second-factor`),
    ],
  ])('are forgotten when %s', async (_, end) => {
    const tenant = await server.newTenant()
    const user = await server.newUser({ password, memberOf: [{ tenantId: tenant.tenantId }] })
    const app = await turnOnSecondFactor(server, user, password)
    await tryCodes(user, app, 12)
    await forgetPasswords()
    expect((await end({ tenant, user })).status).toBeLessThan(300)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select key from sign_in_throttle where key like 'factor:%'`),
    )
    expect(rows).toEqual([])
  })
})
