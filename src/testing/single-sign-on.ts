import { expect } from 'vitest'
import type { TestAnswer } from './call-as.ts'
import { type IdentityServer, oidcClientId, oidcSecret, walkThrough } from './identity-server.ts'
import type { TestServer } from './server-harness.ts'

const origin = 'http://localhost:3001'
export const redirectUri = `${origin}/api/auth/oidc/callback`

/** Settings of a server whose users sign in through this provider. */
export const oidcSettings = ({ issuer }: Pick<IdentityServer, 'issuer'>) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: oidcClientId,
  OIDC_CLIENT_SECRET: oidcSecret,
  PUBLIC_ORIGIN: origin,
})

/** A single sign-on in progress: the browser's cookie, and the next address. */
export interface BegunSignOn {
  readonly cookie: string
  readonly address: string
}

/** The Set-Cookie value for a cookie, or null. */
export const cookieOf = ({ headers }: TestAnswer, name: string): string | null => {
  const line = [headers['set-cookie']].flat().find((text) => String(text).startsWith(`${name}=`))
  return line === undefined ? null : String(line)
}
export const cookieValue = (answer: TestAnswer, name: string): string =>
  /=([^;]*)/.exec(cookieOf(answer, name) ?? '')?.[1] ?? ''

/** The steps of a single sign-on at a server. `subject` is the person at the provider; null cancels there. */
export const singleSignOnAt = (server: TestServer) => {
  const begin = async (body: unknown = {}): Promise<BegunSignOn> => {
    const answer = await server.as(null).post('/auth/oidc', body)
    expect(answer.status, answer.text).toBe(200)
    return { cookie: `__Host-sso=${cookieValue(answer, '__Host-sso')}`, address: answer.body.address }
  }
  /** Follows the address to the provider and back: the page of this server, and the answer that it sends on. */
  const comeBack = async ({ cookie, address }: BegunSignOn, subject: string | null) => {
    const { pathname, search } = await walkThrough(address, subject, redirectUri)
    const back = await server.as(null).get(`${pathname.replace('/api', '')}${search}`, { cookie })
    expect([back.status, back.text]).toEqual([302, ''])
    const page = new URL(String(back.headers.location), origin)
    return { page, answer: page.searchParams.get('sso') ?? '' }
  }
  const finish = ({ cookie }: Pick<BegunSignOn, 'cookie'>, answer: string) =>
    server.as(null).post('/auth/oidc/answer', { answer }, { cookie })
  /** All steps. */
  const signIn = async (subject: string | null, body: unknown = {}) => {
    const begun = await begin(body)
    return finish(begun, (await comeBack(begun, subject)).answer)
  }
  return { begin, comeBack, finish, signIn }
}

/** Status and message of a refusal, which opens no session. */
export const refusalOf = ({ status, body, headers }: TestAnswer): [number, string] => {
  expect(String(headers['set-cookie'])).not.toContain('__Host-sid')
  return [status, body.error]
}
