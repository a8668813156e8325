import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { dayMs } from '#domain/time/units.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { hashEvaluations } from '../credentials/password-hash.ts'
import { secretHash } from '../credentials/secrets.ts'
import { sweepExpired } from '../sessions/sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => server.services.db.withSystem((tx) => tx.execute(sql`delete from sign_in_throttle`)))

const password = 'Lathe-And-Mill-4'
const wrong = 'Wrong-Password-1'

const account = async (): Promise<Actor> => {
  const { tenantId } = await server.newTenant()
  return server.newUser({ password, signedIn: false, memberOf: [{ tenantId }] })
}
const signIn = (email: string, given: string, device: string | null = null, path = '/auth/login') =>
  server.as(null).post(path, { email, password: given }, device === null ? {} : { cookie: `__Host-device=${device}` })
const cookieOf = (headers: Record<string, unknown>): string =>
  String([headers['set-cookie']].flat().find((text) => String(text).startsWith('__Host-device=')) ?? '')
const deviceOf = (headers: Record<string, unknown>): string => cookieOf(headers).match(/=([\w-]{43});/)?.[1] ?? ''
const sessionOf = (headers: Record<string, unknown>): string =>
  [headers['set-cookie']]
    .flat()
    .join()
    .match(/__Host-sid=([\w-]{43});/)?.[1] ?? ''
/** Signs in, and returns the device secret that the browser receives. */
const knownDevice = async (email: string, given = password, before: string | null = null): Promise<string> => {
  const answer = await signIn(email, given, before)
  expect(answer.status).toBe(200)
  return deviceOf(answer.headers)
}
const counter = async (key: string): Promise<unknown> => {
  const { rows } = await server.services.db.withSystem((tx) =>
    tx.execute(sql`select failures from sign_in_throttle where key like ${`${key}%`}`),
  )
  return rows.map(({ failures }) => failures)
}
const devices = async (userId: string): Promise<unknown> => {
  const { rows } = await server.services.db.withSystem((tx) =>
    tx.execute(sql`select count(*)::int as count from known_devices where user_id = ${userId}`),
  )
  return rows[0]?.count
}
const blockAccount = async (email: string): Promise<void> => {
  for (let count = 0; count < 5; count += 1) expect((await signIn(email, wrong)).status).toBe(401)
  expect((await signIn(email, password)).status).toBe(429)
}
const blockAddress = (): Promise<unknown> =>
  server.services.db.withSystem((tx) =>
    tx.execute(sql`insert into sign_in_throttle (key, failures, window_started_at, blocked_until)
      select 'address:127.0.0.1', 100, at, at + interval '15 minutes'
      from (select ${server.clock.now().toISOString()}::timestamptz as at) t
      on conflict (key) do update set failures = 100, blocked_until = excluded.blocked_until`),
  )

describe('a device that has signed in before', () => {
  it('gets a long-lived cookie that scripts cannot read, and the server stores only its hash', async () => {
    const { email } = await account()
    const { headers } = await signIn(email, password)
    const attributes = cookieOf(headers).split('; ').slice(1).sort()
    const end = new Date(server.clock.now().getTime() + 180 * dayMs).toUTCString()
    expect(attributes).toEqual([`Expires=${end}`, 'HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
    const { rows } = await server.services.db.withSystem((tx) => tx.execute(sql`select * from known_devices`))
    expect(JSON.stringify(rows)).toContain(secretHash(deviceOf(headers)))
    expect(JSON.stringify(rows)).not.toContain(deviceOf(headers))
    expect(cookieOf((await signIn(email, wrong)).headers)).toBe('')
  })

  it.each(['/auth/login', '/auth/direct-login'])(
    'signs in with the right password through %s while its account is blocked',
    async (path) => {
      const { email } = await account()
      const device = await knownDevice(email)
      await blockAccount(email)
      expect((await signIn(email, password, device, path)).status).toBe(200)
    },
  )

  it('signs in with the right password while its address is blocked', async () => {
    const { email } = await account()
    const device = await knownDevice(email)
    await blockAddress()
    expect((await signIn(email, password)).status).toBe(429)
    expect((await signIn(email, password, device)).status).toBe(200)
  })

  it('does not lift the block for other devices when it signs in', async () => {
    const { email } = await account()
    const device = await knownDevice(email)
    await blockAccount(email)
    await blockAddress()
    expect((await signIn(email, password, device)).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(429)
    expect(await counter('address:')).toEqual([100])
  })

  it('may try five passwords while the account is blocked, and is then blocked itself', async () => {
    const { email } = await account()
    const device = await knownDevice(email)
    await blockAccount(email)
    for (let count = 0; count < 5; count += 1) expect((await signIn(email, wrong, device)).status).toBe(401)
    const before = hashEvaluations.count
    const refused = await Promise.all(Array.from({ length: 20 }, () => signIn(email, password, device)))
    expect(refused.map(({ status }) => status)).toEqual(Array(20).fill(429))
    expect(refused[0]?.headers['retry-after']).toBe('1')
    expect(hashEvaluations.count).toBe(before)
  })

  it('gets no new attempts by signing in to another account in between', async () => {
    const [victim, thief] = [await account(), await account()]
    let stolen = await knownDevice(victim.email)
    await blockAccount(victim.email)
    for (let count = 0; count < 5; count += 1) {
      expect((await signIn(victim.email, wrong, stolen)).status).toBe(401)
      stolen = await knownDevice(thief.email, password, stolen)
    }
    expect((await signIn(victim.email, wrong, stolen)).status).toBe(429)
  })

  it('can change the password while the account is blocked', async () => {
    const user = await account()
    const { headers } = await signIn(user.email, password)
    await blockAccount(user.email)
    const change = { currentPassword: password, newPassword: 'Grinder-And-Saw-5' }
    const withCookies = (cookie: string) => server.as(null).post('/users/me/password', change, { cookie })
    expect((await withCookies(`__Host-sid=${sessionOf(headers)}`)).status).toBe(429)
    const both = `__Host-sid=${sessionOf(headers)}; __Host-device=${deviceOf(headers)}`
    expect((await withCookies(both)).status).toBe(200)
  })

  it('is known only for the account that signed in on it', async () => {
    const [mine, theirs] = [await account(), await account()]
    const device = await knownDevice(mine.email)
    await blockAccount(theirs.email)
    expect((await signIn(theirs.email, password, device)).status).toBe(429)
    for (const forged of ['x', 'A'.repeat(43), secretHash(device)]) {
      await blockAccount(mine.email)
      expect((await signIn(mine.email, password, forged)).status).toBe(429)
      server.clock.advance(dayMs)
    }
  })

  it('stays known for every account that uses it, and gets a new secret at each sign-in', async () => {
    const [first, second] = [await account(), await account()]
    const before = await knownDevice(first.email)
    const shared = await knownDevice(second.email, password, before)
    expect(shared).not.toBe(before)
    for (const { email } of [first, second]) {
      await blockAccount(email)
      expect((await signIn(email, password, before)).status).toBe(429)
    }
    const again = await knownDevice(first.email, password, shared)
    expect((await signIn(second.email, password, again)).status).toBe(200)
  })
})

describe('a device is forgotten', () => {
  it('when the password changes', async () => {
    const user = await account()
    const signedIn = await signIn(user.email, password)
    const change = { currentPassword: password, newPassword: 'Grinder-And-Saw-5' }
    expect(
      (await server.as({ ...user, sessionSecret: sessionOf(signedIn.headers) }).post('/users/me/password', change))
        .status,
    ).toBe(200)
    await blockAccount(user.email)
    expect((await signIn(user.email, 'Grinder-And-Saw-5', deviceOf(signedIn.headers))).status).toBe(429)
  })

  it('when a one-time link sets the password', async () => {
    const { tenantId, admin } = await server.newTenant()
    const user = await server.newUser({ password, signedIn: false, memberOf: [{ tenantId }] })
    const device = await knownDevice(user.email)
    const { linkToken } = (await server.as(admin).post(`/users/${user.userId}/password-reset`, {})).body
    const reset = { token: linkToken, newPassword: 'Grinder-And-Saw-5' }
    expect((await server.as(null).post('/auth/reset-password', reset)).status).toBe(200)
    await blockAccount(user.email)
    expect((await signIn(user.email, 'Grinder-And-Saw-5', device)).status).toBe(429)
  })

  it('180 days after its last sign-in', async () => {
    const { email, userId } = await account()
    const device = await knownDevice(email)
    server.clock.advance(180 * dayMs)
    await blockAccount(email)
    expect((await signIn(email, password, device)).status).toBe(429)
    expect(await devices(userId)).toBe(1)
    server.clock.advance(1)
    await sweepExpired(server.services)
    expect(await devices(userId)).toBe(0)
  })

  it('when ten other devices signed in after it', async () => {
    const { email, userId } = await account()
    const used: string[] = []
    for (let count = 0; count < 11; count += 1) {
      used.push(await knownDevice(email))
      server.clock.advance(1_000)
    }
    expect(await devices(userId)).toBe(10)
    await blockAccount(email)
    expect((await signIn(email, password, used[0])).status).toBe(429)
    expect((await signIn(email, password, used[1])).status).toBe(200)
  })

  it('when its account is deleted', async () => {
    const { tenantId, admin } = await server.newTenant()
    const user = await server.newUser({ password, signedIn: false, memberOf: [{ tenantId }] })
    await knownDevice(user.email)
    expect(await devices(user.userId)).toBe(1)
    expect((await server.as(admin).delete(`/users/${user.userId}`)).status).toBe(204)
    expect(await devices(user.userId)).toBe(0)
  })
})

describe('a refused sign-in attempt', () => {
  it('counts as a failure neither for the account nor for the address', async () => {
    const { email } = await account()
    await blockAddress()
    for (let count = 0; count < 6; count += 1) expect((await signIn(email, password)).status).toBe(429)
    expect(await counter('account:')).toEqual([])
    await server.services.db.withSystem((tx) => tx.execute(sql`delete from sign_in_throttle`))
    expect((await signIn(email, password)).status).toBe(200)
    await blockAccount(email)
    expect([await counter('account:'), await counter('address:')]).toEqual([[5], [5]])
  })
})

describe('the throttle behind a proxy', () => {
  const tryFrom = (from: TestServer, email: string, given: string, forwarded: string) =>
    from.as(null).post('/auth/login', { email, password: given }, { 'x-forwarded-for': forwarded })

  it('counts no address when the proxy is not trusted, so that one caller cannot block all others, and logs this once', async () => {
    const { email } = await account()
    for (let count = 0; count < 101; count += 1) {
      expect((await tryFrom(server, `nobody-${count}@example.com`, wrong, '203.0.113.9')).status).toBe(401)
    }
    expect((await tryFrom(server, email, password, '203.0.113.7')).status).toBe(200)
    expect(await counter('address:')).toEqual([])
    expect(server.logs.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1)
  })

  it('counts each caller separately when the proxy is trusted, whatever address the caller claims', async () => {
    const behind = await startServer({ TRUSTED_PROXIES: '1' })
    const { tenantId } = await behind.newTenant()
    const { email } = await behind.newUser({ password, signedIn: false, memberOf: [{ tenantId }] })
    for (let count = 0; count < 100; count += 1) {
      const claimed = `198.51.100.${count}, 10.0.0.${count}, 203.0.113.9`
      expect((await tryFrom(behind, `nobody-${count}@example.com`, wrong, claimed)).status).toBe(401)
    }
    expect((await tryFrom(behind, email, password, '203.0.113.7, 203.0.113.9')).status).toBe(429)
    expect((await tryFrom(behind, email, password, '203.0.113.9, 203.0.113.7')).status).toBe(200)
    await behind.close()
  })
})

describe('many sign-ins at once', () => {
  const names = (count: number) => Array.from({ length: count }, (_, number) => number)
  const staff = async (at: TestServer, count: number): Promise<Actor[]> => {
    const { tenantId } = await at.newTenant()
    const people: Actor[] = []
    while (people.length < count) {
      people.push(await at.newUser({ password, signedIn: false, memberOf: [{ tenantId }] }))
    }
    return people
  }

  it('let in a hundred people of one office', async () => {
    const people = await staff(server, 100)
    const answers = await Promise.all(people.map(({ email }) => signIn(email, password)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect([await counter('account:'), await counter('address:')]).toEqual([[], [0]])
  })

  it('let in known devices while more passwords are guessed, from everywhere, than may wait', async () => {
    const behind = await startServer({ TRUSTED_PROXIES: '1' })
    onTestFinished(() => behind.close())
    const people = await staff(behind, 4)
    const enter = (email: string, given: string, from: string, device = '') => {
      const headers = { 'x-forwarded-for': from, ...(device && { cookie: `__Host-device=${device}` }) }
      return behind.as(null).post('/auth/login', { email, password: given }, headers)
    }
    const home = '198.51.100.7'
    const known: string[] = []
    for (const { email } of people) known.push(deviceOf((await enter(email, password, home)).headers))
    let waiting = 530
    const guesses = names(waiting).map(async (number) => {
      const { status } = await enter(`nobody-${number}@example.com`, wrong, `10.${number >> 8}.${number & 255}.1`)
      waiting -= 1
      return status
    })
    // From the first refusal on, all places are taken.
    await expect.poll(() => waiting).toBeLessThan(530)
    const answers = await Promise.all(people.map(({ email }, at) => enter(email, password, home, known[at])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(waiting).toBeGreaterThan(400)
    const statuses = await Promise.all(guesses)
    expect(new Set(statuses)).toEqual(new Set([401, 503]))
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(20)
  })
})
