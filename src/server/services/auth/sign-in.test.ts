import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#domain/time/units.ts'
import type { Actor, UserOverrides } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { users } from '../../db/tables/users.table.ts'
import { hashEvaluations } from '../credentials/password-hash.ts'
import { newSecret } from '../credentials/secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ realHashes: true })
})
afterAll(() => server.close())
// Each test starts without counted failures.
beforeEach(() => server.services.db.withSystem((tx) => tx.execute(sql`delete from sign_in_throttle`)))

const password = 'Lathe-And-Mill-4'

const account = async (overrides: UserOverrides = {}) => {
  const { tenantId } = await server.newTenant()
  return server.newUser({ password, signedIn: false, memberOf: [{ tenantId }], ...overrides })
}
const signIn = (email: string, given: string, path = '/auth/login', headers = {}) =>
  server.as(null).post(path, { email, password: given }, headers)
const cookieOf = (headers: Record<string, unknown>): string =>
  [headers['set-cookie']].flat().find((text) => String(text).startsWith('__Host-sid=')) as string
const actorOf = (actor: Actor, headers: Record<string, unknown>): Actor => ({
  ...actor,
  sessionSecret: cookieOf(headers).match(/=([^;]*)/)?.[1] ?? null,
})

describe('signing in', () => {
  it('sets a session cookie that scripts, other sites and subdomains cannot reach, and clears the old cookies', async () => {
    const answer = await signIn((await account()).email, password)
    expect(answer.status).toBe(200)
    const cookie = cookieOf(answer.headers)
    const attributes = cookie.split('; ').slice(1).sort()
    expect(attributes).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(cookie.match(/=([\w-]{43});/)).not.toBeNull()
    expect(
      [answer.headers['set-cookie']].flat().filter((text) => /^(jwt|jwt_token)=;/.test(String(text))),
    ).toHaveLength(2)
  })

  it('does not store the session secret', async () => {
    const user = await account()
    const { sessionSecret } = actorOf(user, (await signIn(user.email, password)).headers)
    const { rows } = await server.services.db.withSystem((tx) => tx.execute(sql`select * from sessions`))
    expect(JSON.stringify(rows)).not.toContain(sessionSecret)
  })

  it('creates 10,000 different secrets of 256 bits', () => {
    const ids = new Set(Array.from({ length: 10_000 }, newSecret))
    expect(ids.size).toBe(10_000)
    for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(32)
  })

  it('enters the only organization of a user, and asks super admins and users with none or several to choose', async () => {
    const [a, b] = [await server.newTenant(), await server.newTenant()]
    const login = async (overrides: UserOverrides) => (await signIn((await account(overrides)).email, password)).body
    expect(await login({ memberOf: [{ tenantId: a.tenantId, isAdmin: true }] })).toMatchObject({
      success: true,
      requiresTenantSelection: false,
      tenantId: a.tenantId,
      tenantName: a.name,
      isAdmin: true,
      error: null,
    })
    const two = await login({ memberOf: [{ tenantId: a.tenantId }, { tenantId: b.tenantId }] })
    expect(two).toMatchObject({ requiresTenantSelection: true, tenantId: null, isAdmin: false })
    expect(two.availableTenants.map(({ tenantId }: { tenantId: string }) => tenantId).sort()).toEqual(
      [a.tenantId, b.tenantId].sort(),
    )
    expect(await login({ memberOf: [] })).toMatchObject({
      success: true,
      requiresTenantSelection: true,
      availableTenants: [],
    })
    expect(await login({ memberOf: [{ tenantId: a.tenantId }], isSuperAdmin: true })).toMatchObject({
      requiresTenantSelection: true,
      isSuperAdmin: true,
      tenantId: null,
    })
  })

  it('gives the same answer after one hash for an unknown account, a disabled one, one without password, and a wrong password', async () => {
    const [known, disabled, without] = [
      await account(),
      await account({ status: 'Disabled' }),
      await account({ password: undefined }),
    ]
    const cases: [string, string][] = [
      ['nobody@example.com', password],
      ['nobody\u0000@example.com', password],
      ['\ud800@example.com', password],
      [known.email, 'Wrong-Password-1'],
      [disabled.email, password],
      [without.email, password],
    ]
    const answers = []
    for (const [email, given] of cases) {
      const before = hashEvaluations.count
      const { status, body } = await signIn(email, given)
      expect(hashEvaluations.count - before, email).toBe(1)
      answers.push({ status, error: body.error, code: body.code, fields: Object.keys(body) })
    }
    expect(answers[0]).toMatchObject({ status: 401, error: 'Invalid email or password. Please try again.' })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('compares every byte of a long password, and treats composed and decomposed letters as equal', async () => {
    const long = `${'x'.repeat(100)}-é-end`
    const user = await account({ password: long })
    expect((await signIn(user.email, `${'x'.repeat(100)}-é-enD`)).status).toBe(401)
    expect((await signIn(user.email, long.normalize('NFD'))).status).toBe(200)
  })

  it('hashes a password again when its stored hash is too weak', async () => {
    const user = await account()
    const stored = async () => {
      const [row] = await server.services.db.withSystem((tx) =>
        tx.select().from(users).where(eq(users.userId, user.userId)),
      )
      return row?.passwordHash ?? ''
    }
    expect(await stored()).toContain('m=8,t=1,p=1')
    await signIn(user.email, password)
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect((await signIn(user.email, password)).status).toBe(200)
  })

  it('creates a new session even if the browser sent one, and ends the old session', async () => {
    const user = await account()
    const first = actorOf(user, (await signIn(user.email, password)).headers)
    const fixed: Actor = { ...user, sessionSecret: newSecret() }
    const again = await server.as(fixed).post('/auth/login', { email: user.email, password })
    expect(again.status).toBe(200)
    const planted = server.as({ ...user, sessionSecret: 'A'.repeat(43) })
    expect((await planted.get('/auth/validate')).status).toBe(401)
    const old = first.sessionSecret
    await server.as(first).post('/auth/login', { email: user.email, password })
    expect(first.sessionSecret).not.toBe(old)
    expect((await server.as({ ...user, sessionSecret: old }).get('/auth/validate')).status).toBe(401)
    expect((await server.as(first).get('/auth/validate')).body.isValid).toBe(true)
  })
})

describe('the sign-in throttle', () => {
  it('checks the password of only five of fifty parallel attempts', async () => {
    const user = await account()
    const before = hashEvaluations.count
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(user.email, 'Wrong-Password-1')))
    expect(hashEvaluations.count - before).toBe(5)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(45)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBe(1)
  })

  it('blocks an account for 1 s, doubles that up to 15 minutes, and starts again after a success or 15 quiet minutes', async () => {
    const user = await account()
    const attempt = async () => (await signIn(user.email, 'Wrong-Password-1')).status
    for (let count = 0; count < 5; count += 1) expect(await attempt()).toBe(401)
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      server.clock.advance(seconds * 1000 - 1)
      expect((await signIn(user.email, password)).status, `${seconds} s`).toBe(429)
      server.clock.advance(1)
      expect(await attempt(), `${seconds} s`).toBe(401)
    }
    server.clock.advance(900_000)
    expect((await signIn(user.email, password)).status).toBe(200)
    for (let count = 0; count < 5; count += 1) expect(await attempt()).toBe(401)
    server.clock.advance(16 * minuteMs)
    for (let count = 0; count < 5; count += 1) expect(await attempt()).toBe(401)
    expect(await attempt()).toBe(429)
  })

  it('counts both sign-in routes together, and counts unknown accounts like known ones', async () => {
    for (const email of [(await account()).email, 'nobody-at-all@example.com']) {
      for (const path of ['/auth/login', '/auth/direct-login', '/auth/login', '/auth/direct-login', '/auth/login']) {
        expect((await signIn(email, 'Wrong-Password-1', path)).status).toBe(401)
      }
      expect((await signIn(email.toUpperCase(), 'Wrong-Password-1', '/auth/direct-login')).status).toBe(429)
    }
  })

  it('blocks an address after 100 failures for the rest of a window of 15 minutes', async () => {
    const user = await account()
    await server.services.db.withSystem((tx) =>
      tx.execute(sql`insert into sign_in_throttle (key, failures, window_started_at)
        values ('address:127.0.0.1', 98, ${server.clock.now().toISOString()}::timestamptz)`),
    )
    expect((await signIn(user.email, password)).status).toBe(200)
    expect((await signIn('a@example.com', 'Wrong-Password-1')).status).toBe(401)
    expect((await signIn('b@example.com', 'Wrong-Password-1')).status).toBe(401)
    expect((await signIn(user.email, password)).status).toBe(429)
    server.clock.advance(15 * minuteMs)
    expect((await signIn(user.email, password)).status).toBe(200)
  })

  it('stores its counters in the database, so that they survive a restart, and stores no e-mail', async () => {
    await signIn('kept@example.com', 'Wrong-Password-1')
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select key, failures from sign_in_throttle`),
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('kept@example.com')
  })
})

it('a sign-in without a valid e-mail and a password is refused with a message for each field', async () => {
  const answer = await server.as(null).post('/auth/login', { Email: 'no spaces allowed', Password: '' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation' } })
  expect(answer.body.problems).toEqual([
    { path: 'email', message: 'Please enter a valid email' },
    { path: 'password', message: 'Password is required' },
  ])
})

it('a refused request says in words what each wrong value should be, also where the contract has no text for it', async () => {
  const answer = await server.as(null).post('/auth/login', { email: 'a@b.co', password: 5, rememberMe: 'often' })
  expect(answer.body.problems).toEqual([
    { path: 'password', message: 'Invalid input: expected string, received number' },
    { path: 'rememberMe', message: 'Invalid input: expected boolean, received string' },
  ])
})
