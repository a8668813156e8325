import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#domain/time/units.ts'
import { type IdentityServer, oidcSecret, startIdentityServer } from '#testing/identity-server.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { oidcSettings, redirectUri, refusalOf, singleSignOnAt } from '#testing/single-sign-on.ts'

const password = 'Lathe-And-Mill-4'
const away = 'The single sign-on service cannot be reached. Try again later.'

const closing: (() => Promise<void>)[] = []
const started = async (settings: Parameters<typeof startServer>[0]): Promise<TestServer> => {
  const server = await startServer(settings)
  closing.push(server.close)
  return server
}
const providing = async (options: Partial<Parameters<typeof startIdentityServer>[0]> = {}): Promise<IdentityServer> => {
  const provider = await startIdentityServer({ redirectUri, ...options })
  closing.push(provider.close)
  return provider
}

let identity: IdentityServer
let server: TestServer
let sso: ReturnType<typeof singleSignOnAt>
beforeAll(async () => {
  identity = await providing()
  server = await started(oidcSettings(identity))
  sso = singleSignOnAt(server)
})
afterAll(async () => {
  for (const close of closing) await close()
})

/** An account, and its person at a provider, under the same name. */
const newPerson = async (at: TestServer, provider: IdentityServer) => {
  const user = await at.newUser({ password, signedIn: false })
  provider.people.set(user.userId, { email: user.email, email_verified: true })
  return user
}

describe('an identity provider that is away', () => {
  it('stops neither the start of the server nor the password, and is asked again once it is back', async () => {
    const provider = await providing()
    await provider.fall()
    const other = await started(oidcSettings(provider))
    const there = singleSignOnAt(other)
    expect((await other.as(null).get('/auth/sign-in-options')).body.singleSignOn).toBe('Sign in with single sign-on')
    const { userId, email } = await newPerson(other, provider)
    expect(refusalOf(await other.as(null).post('/auth/oidc', {}))).toEqual([503, away])
    expect((await other.as(null).post('/auth/login', { email, password })).status).toBe(200)
    await provider.rise()
    expect((await there.signIn(userId)).body.userId).toBe(userId)
  })

  it('when the browser comes back ends the sign-in, and the next one works', async () => {
    const { userId } = await newPerson(server, identity)
    const begun = await sso.begin()
    const { answer } = await sso.comeBack(begun, userId)
    await identity.fall()
    expect(refusalOf(await sso.finish(begun, answer))).toEqual([503, away])
    await identity.rise()
    expect((await sso.signIn(userId)).status).toBe(200)
  })

  it('is asked what it offers at most once an hour', async () => {
    const discovered = () => identity.asked.filter((path) => path === '/.well-known/openid-configuration').length
    server.clock.advance(60 * minuteMs)
    await sso.begin()
    const before = discovered()
    server.clock.advance(60 * minuteMs - 1)
    await sso.begin()
    expect(discovered()).toBe(before)
    server.clock.advance(1)
    await sso.begin()
    expect(discovered()).toBe(before + 1)
  })
})

describe('an identity provider', () => {
  it.each([
    ['has the secret in a header and the email apart from the token', 'client_secret_basic', oidcSecret],
    ['knows this application as a public client', 'none', ''],
  ] as const)('may be one that %s', async (_case, clientAuth, OIDC_CLIENT_SECRET) => {
    const provider = await providing({ clientAuth, emailInToken: false })
    const other = await started({ ...oidcSettings(provider), OIDC_CLIENT_SECRET })
    const { userId } = await newPerson(other, provider)
    expect((await singleSignOnAt(other).signIn(userId)).body).toMatchObject({ success: true, userId })
    expect(provider.asked).toContain('/me')
  })

  it('that refuses the secret of this application is named in the log, and the reader is told whom to ask', async () => {
    const other = await started({ ...oidcSettings(identity), OIDC_CLIENT_SECRET: 'not-the-secret' })
    const { userId } = await newPerson(other, identity)
    expect(refusalOf(await singleSignOnAt(other).signIn(userId))).toEqual([
      503,
      'Single sign-on does not work at the moment. Contact your administrator.',
    ])
    expect(other.logs.join('')).toContain('The identity provider answers invalid_client')
    expect(other.logs.join('')).not.toContain('not-the-secret')
  })
})

describe('a server without an identity provider', () => {
  it('offers no single sign-on and answers its calls like unknown paths', async () => {
    const plain = (await started({})).as(null)
    expect((await plain.get('/auth/sign-in-options')).body).toEqual({ singleSignOn: null })
    for (const [method, path, body] of [
      ['POST', '/auth/oidc', {}],
      ['GET', '/auth/oidc/callback?code=1&state=2', undefined],
      ['POST', '/auth/oidc/answer', { answer: 'code=1' }],
    ] as const) {
      const [here, unknown] = [await plain.call(method, path, body), await plain.call(method, '/auth/nothing', body)]
      expect([here.status, here.body.error, here.headers['set-cookie']]).toEqual([404, unknown.body.error, undefined])
    }
  })
})

describe('the log of single sign-ons', () => {
  it('contains no secret, code, token, state or email, also when the sign-in fails', async () => {
    const { userId, email } = await newPerson(server, identity)
    const secrets = [oidcSecret, email]
    for (const subject of [userId, 'nobody', null]) {
      const begun = await sso.begin()
      const { answer } = await sso.comeBack(begun, subject)
      await sso.finish(begun, answer)
      secrets.push(answer, begun.cookie.replace('__Host-sso=', ''), ...new URL(begun.address).searchParams.values())
    }
    const log = server.logs.join('\n')
    expect(log).toContain('"route":"/api/auth/oidc/answer","status":200')
    expect(log).toContain('"route":"/api/auth/oidc/answer","status":401')
    expect(identity.issued.length).toBeGreaterThan(4)
    const told = secrets.concat(identity.issued).filter((secret) => secret.length > 12 && log.includes(secret))
    expect(told).toEqual([])
  })
})
