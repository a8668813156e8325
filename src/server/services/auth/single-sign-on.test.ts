import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#domain/time/units.ts'
import type { Actor, UserOverrides } from '#testing/builders/build-user.ts'
import { turnOnSecondFactor } from '#testing/builders/second-factor.ts'
import type { TestAnswer } from '#testing/call-as.ts'
import { type IdentityServer, oidcClientId, type PersonThere, startIdentityServer } from '#testing/identity-server.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { cookieOf, cookieValue, oidcSettings, redirectUri, refusalOf, singleSignOnAt } from '#testing/single-sign-on.ts'
import { sweepExpired } from '../sessions/sessions.ts'

const expired = 'This sign-in has expired or was used already. Try again.'
const password = 'Lathe-And-Mill-4'

let identity: IdentityServer
let server: TestServer
let sso: ReturnType<typeof singleSignOnAt>
beforeAll(async () => {
  identity = await startIdentityServer({ redirectUri })
  server = await startServer({ ...oidcSettings(identity), SECRETS_KEY: 'k'.repeat(32) })
  sso = singleSignOnAt(server)
})
afterAll(async () => {
  await server.close()
  await identity.close()
})
beforeEach(() => server.services.db.withSystem((tx) => tx.execute(sql`delete from sign_in_throttle`)))
afterEach(() => identity.people.clear())

let people = 0
/** A person at the provider: their subject. */
const person = (claims: PersonThere): string => {
  people += 1
  const subject = `subject-${people}`
  identity.people.set(subject, claims)
  return subject
}
const member = async (overrides: UserOverrides = {}) => {
  const tenant = await server.newTenant()
  const { tenantId } = tenant
  const user = await server.newUser({ memberOf: [{ tenantId }], signedIn: false, password, ...overrides })
  return { user, tenant, tenantId }
}
const verified = (email: string) => person({ email, email_verified: true })

/** How often a code was exchanged for tokens at the provider. */
const exchanges = () => identity.asked.filter((path) => path === '/token').length
const sessionOf = (actor: Actor, answer: TestAnswer) => ({
  ...actor,
  sessionSecret: cookieValue(answer, '__Host-sid'),
})

describe('a single sign-on', () => {
  it('opens the session of the account with the verified email, in any case, and is noted as such', async () => {
    const { user, tenantId } = await member({ email: 'Mia.Lund@Example.com' })
    const answer = await sso.signIn(verified('mia.lund@example.COM'))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: true, userId: user.userId, tenantId, rememberMe: false })
    const attributes = (cookieOf(answer, '__Host-sid') ?? '').split('; ').slice(1).sort()
    expect(attributes).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
    const actor = sessionOf(user, answer)
    expect((await server.as(actor).get('/users/me')).body.email).toBe('Mia.Lund@Example.com')
    const [last] = (await server.as(actor).get('/users/me/sign-ins')).body
    expect(last).toMatchObject({ outcome: 'singleSignOn', tenantName: expect.any(String) })
    expect((await server.as(actor).get('/users/me/sessions')).body).toHaveLength(1)
  })

  it('creates a new session even if the browser sent one, and remembers the person when asked to', async () => {
    const { user } = await member({ signedIn: true })
    const before = { ...user }
    const begun = await sso.begin({ rememberMe: true })
    const { answer } = await sso.comeBack(begun, verified(user.email))
    const cookie = `${begun.cookie}; __Host-sid=${user.sessionSecret}`
    const entered = await sso.finish({ cookie }, answer)
    expect(entered.body).toMatchObject({ userId: user.userId, rememberMe: true })
    expect(cookieOf(entered, '__Host-sid')).toContain('Expires=')
    expect((await server.as(before).get('/users/me')).status).toBe(401)
    expect((await server.as(sessionOf(user, entered)).get('/users/me')).status).toBe(200)
  })

  it('does not ask for the second factor of the account, which the password still does', async () => {
    const { user } = await member({ signedIn: true })
    await turnOnSecondFactor(server, user, password)
    expect((await sso.signIn(verified(user.email))).body).toMatchObject({ success: true, userId: user.userId })
    const byPassword = await server.as(null).post('/auth/login', { email: user.email, password })
    expect(byPassword.body).toMatchObject({ success: false, requiresSecondFactor: true })
  })

  it('sends state, nonce and a challenge to the provider, and never the proof itself', async () => {
    const { address, cookie } = await sso.begin()
    const sent = new URL(address).searchParams
    expect(Object.fromEntries(sent)).toMatchObject({
      client_id: oidcClientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent.get(name)).toMatch(/^[\w-]{43}$/)
    expect(new Set([...sent.values(), cookie.split('=')[1]]).size).toBe([...sent].length + 1)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select p::text as row from pending_single_sign_ons p`),
    )
    const stored = JSON.stringify(rows)
    for (const secret of [...sent.values(), cookie.split('=')[1] ?? '']) expect(stored).not.toContain(secret)
  })
})

describe('the link to a person at the provider', () => {
  it('keeps the account when their email changes there, even to one that is not verified', async () => {
    const { user } = await member()
    const subject = verified(user.email)
    expect((await sso.signIn(subject)).body.userId).toBe(user.userId)
    identity.people.set(subject, { email: `married-${user.email}`, email_verified: false })
    expect((await sso.signIn(subject)).body.userId).toBe(user.userId)
  })

  it('keeps the account from another person with the same email, until a password is set with a link', async () => {
    const { user, tenant } = await member()
    expect((await sso.signIn(verified(user.email))).status).toBe(200)
    const successor = verified(user.email)
    const message = `The account with the e-mail address ${user.email} is linked to another person at the single sign-on service. Ask an administrator for a link to set a password.`
    expect(refusalOf(await sso.signIn(successor))).toEqual([401, message])
    const [noted] = (await server.as(tenant.admin).get(`/users/${user.userId}/sign-ins`)).body
    expect(noted.outcome).toBe('refused')
    const { body } = await server.as(tenant.admin).post(`/users/${user.userId}/password-reset`, {})
    const chosen = { token: body.linkToken, newPassword: 'Chosen-By-Link-30' }
    expect((await server.as(null).post('/auth/reset-password', chosen)).status).toBe(200)
    expect((await sso.signIn(successor)).body.userId).toBe(user.userId)
  })
})

describe('a person without an account', () => {
  it('is told whom to ask, and no account is made', async () => {
    const email = 'stranger@example.com'
    const message = `No account here has the e-mail address ${email}. Ask an administrator to invite you.`
    expect(refusalOf(await sso.signIn(verified(email)))).toEqual([401, message])
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select from users where email = ${email}`),
    )
    expect(rows).toEqual([])
  })

  it('joins the organizations that have invited exactly this email, once, without a password', async () => {
    const [first, second, other] = [await server.newTenant(), await server.newTenant(), await server.newTenant()]
    const invite = (tenant: typeof first, email: string) =>
      server.as(tenant.admin).post('/users', { email, name: 'Nora Vik' })
    await invite(first, 'nora@example.com')
    await invite(second, 'Nora@example.com')
    await invite(other, 'nora@example.org')
    const answer = await sso.signIn(verified('nora@example.com'))
    expect(answer.body).toMatchObject({
      success: true,
      name: 'Nora Vik',
      tenantId: null,
      requiresTenantSelection: true,
    })
    expect(answer.body.availableTenants.map(({ tenantId }: { tenantId: string }) => tenantId).sort()).toEqual(
      [first.tenantId, second.tenantId].sort(),
    )
    const { body: found } = await server.as(first.admin).get('/users')
    // The account has the spelling of either invitation.
    expect(found.find(({ email }: { email: string }) => email.toLowerCase() === 'nora@example.com')).toMatchObject({
      status: 'Active',
      isAdmin: false,
      userId: answer.body.userId,
    })
    const history = await server.as(first.admin).get('/admin/history')
    expect(history.text).toContain('Accepted')
    for (const given of ['', password]) {
      const byPassword = await server
        .as(null)
        .post('/auth/login', { email: 'nora@example.com', password: given || 'x' })
      expect(byPassword.status).toBe(401)
    }
  })

  it('does not join with an invitation that has expired', async () => {
    const { admin } = await server.newTenant()
    await server.as(admin).post('/users', { email: 'late@example.com', name: 'Late' })
    server.clock.advance(24 * 60 * minuteMs + 1)
    expect((await sso.signIn(verified('late@example.com'))).body.error).toContain('No account here has')
  })
})

describe('a single sign-on is refused', () => {
  it('to a person whose email the provider has not verified, or does not tell', async () => {
    const { user } = await member()
    for (const email_verified of [false, undefined]) {
      expect(refusalOf(await sso.signIn(person({ email: user.email, email_verified })))).toEqual([
        401,
        `The single sign-on service has not verified the e-mail address ${user.email}. Verify it there, and try again.`,
      ])
    }
    expect(refusalOf(await sso.signIn(person({})))).toEqual([
      401,
      'The single sign-on service did not tell your e-mail address. Contact your administrator.',
    ])
  })

  it('to a disabled account and to a member who is disabled everywhere, with the words of a wrong password', async () => {
    const { user: disabled } = await member({ status: 'Disabled' })
    const { user: linked, tenant } = await member()
    const subject = verified(linked.email)
    expect((await sso.signIn(subject)).status).toBe(200)
    await server.as(tenant.admin).put(`/users/${linked.userId}`, { status: 'Disabled' })
    for (const who of [verified(disabled.email), subject]) {
      expect(refusalOf(await sso.signIn(who))).toEqual([401, 'Invalid email or password. Please try again.'])
    }
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select outcome from sign_ins where user_id = ${disabled.userId}`),
    )
    expect(rows).toEqual([{ outcome: 'refused' }])
  })

  it('to a super admin, also to one whose account was linked before, and leaves no link behind', async () => {
    const superAdmin = await server.newUser({ isSuperAdmin: true })
    const { user: promoted } = await member()
    const subject = verified(promoted.email)
    expect((await sso.signIn(subject)).status).toBe(200)
    await server.services.db.withSystem((tx) =>
      tx.execute(sql`update users set is_super_admin = true where user_id = ${promoted.userId}`),
    )
    for (const who of [verified(superAdmin.email), subject]) {
      expect(refusalOf(await sso.signIn(who))).toEqual([
        401,
        'Super admins sign in with their password, not with single sign-on.',
      ])
    }
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select outcome, (select count(*)::int from single_sign_on_links l where l.user_id = s.user_id) as links
        from sign_ins s where user_id = ${superAdmin.userId}`),
    )
    expect(rows).toEqual([{ outcome: 'refused', links: 0 }])
  })

  it('to a person who cancels at the provider', async () => {
    expect(refusalOf(await sso.signIn(null))).toEqual([401, 'The single sign-on was cancelled.'])
  })

  it('when the answer belongs to another sign-in, to none, or was never given by the provider', async () => {
    const { user } = await member()
    const subject = verified(user.email)
    const [mine, theirs] = [await sso.begin(), await sso.begin()]
    const { answer } = await sso.comeBack(theirs, subject)
    const before = exchanges()
    expect(refusalOf(await sso.finish(mine, answer))).toEqual([401, expired])
    expect(exchanges()).toBe(before)
    const own = await sso.begin()
    const state = new URL(own.address).searchParams.get('state')
    for (const forged of ['', 'code=1', `state=${state}`, `code=forged&state=${state}&iss=${identity.issuer}`]) {
      expect(refusalOf(await sso.finish(own, forged)), forged).toEqual([401, expired])
    }
    expect(refusalOf(await server.as(null).post('/auth/oidc/answer', { answer }))).toEqual([401, expired])
  })

  it('when its code comes from another sign-in of the same browser', async () => {
    const { user } = await member()
    const [first, second] = [await sso.begin(), await sso.begin()]
    const { answer } = await sso.comeBack(first, verified(user.email))
    const injected = new URLSearchParams(answer)
    injected.set('state', new URL(second.address).searchParams.get('state') ?? '')
    expect(refusalOf(await sso.finish(second, injected.toString()))).toEqual([401, expired])
  })

  it('when the answer is sent a second time, also at the same moment', async () => {
    const { user } = await member()
    const begun = await sso.begin()
    const { answer } = await sso.comeBack(begun, verified(user.email))
    const before = exchanges()
    const both = await Promise.all([sso.finish(begun, answer), sso.finish(begun, answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(refusalOf(await sso.finish(begun, answer))).toEqual([401, expired])
    expect(exchanges()).toBe(before + 1)
  })

  it('ten minutes after it began', async () => {
    const { user } = await member()
    const begun = await sso.begin({ redirect: '/kanban' })
    const { answer } = await sso.comeBack(begun, verified(user.email))
    server.clock.advance(10 * minuteMs)
    expect(refusalOf(await sso.finish(begun, answer))).toEqual([401, expired])
    server.clock.advance(1)
    await sweepExpired(server.services)
    const { rows } = await server.services.db.withSystem((tx) => tx.execute(sql`select from pending_single_sign_ons`))
    expect(rows).toEqual([])
  })

  it('for a quarter of an hour to an address that has begun a hundred and finished none', async () => {
    const { user } = await member()
    const subject = verified(user.email)
    for (let done = 0; done < 3; done += 1) expect((await sso.signIn(subject)).status).toBe(200)
    for (let left = 0; left < 100; left += 1) expect((await server.as(null).post('/auth/oidc', {})).status).toBe(200)
    const blocked = await server.as(null).post('/auth/oidc', {})
    expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '900'])
    const byPassword = await server.as(null).post('/auth/login', { email: user.email, password })
    expect(byPassword.status).toBe(200)
    server.clock.advance(15 * minuteMs)
    expect((await sso.signIn(subject)).status).toBe(200)
  })
})

describe('the page to which a single sign-on returns', () => {
  it('is the sign-in page with the page that was asked for', async () => {
    const { user } = await member()
    const { page } = await sso.comeBack(await sso.begin({ redirect: '/projects?late=yes&a=b' }), verified(user.email))
    expect([page.origin, page.pathname, page.searchParams.get('redirect')]).toEqual([
      'http://localhost:3001',
      '/login',
      '/projects?late=yes&a=b',
    ])
    const plain = await sso.comeBack(await sso.begin(), verified(user.email))
    expect([...plain.page.searchParams.keys()]).toEqual(['sso'])
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'projects', ''])(
    'is never %j',
    async (redirect) => {
      const answer = await server.as(null).post('/auth/oidc', { redirect })
      expect([answer.status, answer.body.problems?.[0]?.path]).toEqual([400, 'redirect'])
    },
  )

  it('is on this server whatever the provider, or somebody else, sends', async () => {
    const query = 'redirect=https://evil.example&sso=1&state=%0d%0aSet-Cookie:x=y&code=//evil.example'
    const back = await server.as(null).get(`/auth/oidc/callback?${query}`)
    expect(back.headers.location).toBe(`/login?${new URLSearchParams({ sso: query })}`)
    expect(back.headers['set-cookie']).toBeUndefined()
  })
})
