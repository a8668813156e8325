import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A person at the provider. Tests change the claims. */
export interface PersonThere {
  readonly email?: string
  readonly email_verified?: boolean
}

export const oidcClientId = 'scheduler-tests'
export const oidcSecret = 'Client-Secret-Of-The-Tests-4711'

interface IdentityServerOptions {
  /** 0 = any free port. */
  readonly port?: number
  readonly redirectUri: string
  /** How the client authenticates; 'none' is a public client. */
  readonly clientAuth?: 'client_secret_post' | 'client_secret_basic' | 'none'
  /** Whether the ID token contains the e-mail. Otherwise it has to be requested. */
  readonly emailInToken?: boolean
}

export interface IdentityServer {
  readonly issuer: string
  /** By subject. */
  readonly people: Map<string, PersonThere>
  /** Issued codes and tokens. */
  readonly issued: readonly string[]
  /** Requested paths, in order. */
  readonly asked: readonly string[]
  /** Stops answering until `rise`. */
  fall(): Promise<void>
  rise(): Promise<void>
  close(): Promise<void>
}

const page = (uid: string, people: ReadonlyMap<string, PersonThere>): string => {
  const links = [...people].map(
    ([subject, { email }]) =>
      `<li><a href="/choose/${uid}/as/${encodeURIComponent(subject)}">${email ?? subject}</a></li>`,
  )
  const title = 'Example Identity'
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>
    <ul>${links.join('')}</ul><a href="/choose/${uid}/cancel">Cancel</a></main></body></html>`
}

/** Sets cookies without an expiry, because the browser does not use the clock of the tests. */
const keepCookies = (response: ServerResponse): ServerResponse => {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) => {
    const isCookie = name.toLowerCase() === 'set-cookie'
    return setHeader(
      name,
      isCookie ? [value].flat().map((line) => String(line).replace(/; expires=[^;]*/i, '')) : value,
    )
  }
  return response
}

/** A local OpenID Connect provider with a page on which one chooses an identity, or cancels. */
export const startIdentityServer = async (options: IdentityServerOptions): Promise<IdentityServer> => {
  const { port = 0, redirectUri, clientAuth = 'client_secret_post', emailInToken = true } = options
  const people = new Map<string, PersonThere>()
  const issued: string[] = []
  const asked: string[] = []
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://any').pathname)
    void answer(request, keepCookies(response))
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(port)
  const { port: chosen } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${chosen}`
  const secret = clientAuth === 'none' ? {} : { client_secret: oidcSecret }
  const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClientId,
        ...secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: clientAuth,
      },
    ],
    clientAuthMethods: [clientAuth],
    claims: { email: ['email', 'email_verified'] },
    conformIdTokenClaims: !emailInToken,
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/choose/${uid}` },
    jwks: { keys: [{ ...signingKey, use: 'sig', alg: 'RS256', kid: 'tests' }] },
    // A signed-in user has always consented.
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  })
  for (const event of ['access_token.saved', 'authorization_code.saved'] as const) {
    provider.on(event, ({ jti }) => issued.push(jti))
  }
  const serve = provider.callback()
  answer = async (request, response) => {
    const [, place, uid = '', choice, subject = ''] = new URL(request.url ?? '/', issuer).pathname.split('/')
    if (place !== 'choose') return serve(request, response)
    if (choice === undefined) return response.setHeader('Content-Type', 'text/html').end(page(uid, people))
    const login = { accountId: decodeURIComponent(subject), remember: false }
    const result = choice === 'as' ? { login } : { error: 'access_denied' }
    return provider.interactionFinished(request, response, result)
  }
  const fall = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { issuer, people, issued, asked, fall, rise: () => listen(chosen), close: fall }
}

/** Walks through the pages of the provider like a browser, as a person or, with null, cancelling. Returns the final redirect. */
export const walkThrough = async (address: string, subject: string | null, redirectUri: string): Promise<URL> => {
  const jar = new Map<string, string>()
  let next = new URL(address)
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${next.pathname} answers ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next)
    if (next.href.startsWith(redirectUri)) return next
    if (/^\/choose\/[^/]+$/.test(next.pathname)) {
      next.pathname += subject === null ? '/cancel' : `/as/${encodeURIComponent(subject)}`
    }
  }
  throw new Error('The provider never sends the browser back')
}
