import type { Configuration } from 'openid-client'
import type { OidcClient } from './env.ts'
import { AppError } from './errors.ts'

/** Random values of one sign-in, which the answer of the provider must repeat or prove. */
export interface SignInProof {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** A person, as the provider says. */
export interface Identity {
  readonly issuer: string
  /** The name of the person that the provider never changes. */
  readonly subject: string
  readonly email: string | null
  /** Whether the provider has seen that the address is the person's own. */
  readonly isEmailVerified: boolean
}

export interface IdentityProvider {
  /** The text of the button on the sign-in page. */
  readonly button: string
  /** Where the browser goes to sign in. */
  signInAddress(proof: SignInProof): Promise<string>
  /** The person for whom the provider has answered; `answer` is the query with which it sent the browser back. */
  identify(answer: string, proof: SignInProof): Promise<Identity>
}

type Library = typeof import('openid-client')

/** What the provider says about itself, such as its addresses, is read again after this time. */
const knownMs = 3_600_000
/** So short that all requests of one sign-in fit into the time of one of ours. */
const patienceSeconds = 5

/** Logged with the cause: whoever runs the server has to know what is wrong. */
const unusable = (cause: unknown) =>
  new AppError('unavailable', 'Single sign-on does not work at the moment. Contact your administrator.', { cause })

const unreachable = (cause: unknown) =>
  new AppError('unavailable', 'The single sign-on service cannot be reached. Try again later.', { cause })

/** The same refusal for a sign-in that is unknown, used, too old, or of another browser. */
export const expiredSignIn = () =>
  new AppError('unauthenticated', 'This sign-in has expired or was used already. Try again.')

const cancelled = () => new AppError('invalid_credentials', 'The single sign-on was cancelled.')

/** An error code of the protocol in words for the log; the rest of such an answer is not logged. */
const named = (code: string): Error =>
  new Error(`The identity provider answers ${/^[\w.-]{1,60}$/.test(code) ? code : 'with an unreadable error'}`)

const temporary = new Set(['server_error', 'temporarily_unavailable'])

const refusalOf = (
  { AuthorizationResponseError, ClientError, ResponseBodyError }: Library,
  error: unknown,
): AppError => {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return cancelled()
    return temporary.has(error.error) ? unreachable(named(error.error)) : unusable(named(error.error))
  }
  if (error instanceof ResponseBodyError) {
    return error.error === 'invalid_grant' ? expiredSignIn() : unusable(named(error.error))
  }
  // A failed request, no answer in time, or an answer that says that the provider itself is in trouble.
  const isAway =
    error instanceof ClientError
      ? error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500)
      : error instanceof TypeError
  return isAway ? unreachable(error) : unusable(error)
}

/** Some providers, such as Amazon Cognito, write the flag as text. */
const isTrue = (flag: unknown): boolean => flag === true || flag === 'true'

/** The identity provider of the settings. It is asked for the first time when somebody signs in, so the server starts without it. */
export const identityProviderOf = (client: OidcClient | undefined, now: () => Date): IdentityProvider | undefined => {
  if (!client) return undefined
  const { issuer, clientId, clientSecret, redirectUri, button } = client
  let known: { readonly config: Configuration; readonly untilMs: number } | null = null

  const discover = async (library: Library): Promise<Configuration> => {
    if (known && now().getTime() < known.untilMs) return known.config
    const { ClientSecretBasic, ClientSecretPost, None, allowInsecureRequests, discovery } = library
    const config = await discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret },
      (server, ...request) => {
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
        const method = methods.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic
        return (clientSecret === undefined ? None() : method(clientSecret))(server, ...request)
      },
      { timeout: patienceSeconds, execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [] },
    ).catch((error: unknown) => {
      throw unreachable(error)
    })
    known = { config, untilMs: now().getTime() + knownMs }
    return config
  }

  return {
    button,
    signInAddress: async ({ state, nonce, codeVerifier }) => {
      const library = await import('openid-client')
      const config = await discover(library)
      const address = library.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge_method: 'S256',
        code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
      })
      return address.href
    },
    identify: async (answer, { state, nonce, codeVerifier }) => {
      const given = new URLSearchParams(answer)
      if (given.get('state') !== state || !(given.has('code') || given.has('error'))) throw expiredSignIn()
      const library = await import('openid-client')
      const config = await discover(library)
      try {
        const tokens = await library.authorizationCodeGrant(config, new URL(`${redirectUri}?${given}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('The identity provider sent no ID token')
        const hasMore = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
        const facts = hasMore ? await library.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
        const email = typeof facts.email === 'string' ? facts.email.trim() : null
        return { issuer: claims.iss, subject: claims.sub, email, isEmailVerified: isTrue(facts.email_verified) }
      } catch (error) {
        throw refusalOf(library, error)
      }
    },
  }
}
