import type { FastifyInstance } from 'fastify'
import { requestedWithHeader, requestedWithValue } from '#contract/headers.ts'
import type { Actor } from './builders/build-user.ts'

export interface TestAnswer {
  readonly status: number
  /** Parsed JSON, the text if it is not JSON, or null if it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
  readonly body: any
  readonly text: string
  readonly headers: Record<string, string | string[] | number | undefined>
}

type Headers = Record<string, string | undefined>

/** Sends calls relative to `/api` as one actor. */
export interface CallAs {
  get(path: string, headers?: Headers): Promise<TestAnswer>
  post(path: string, body?: unknown, headers?: Headers): Promise<TestAnswer>
  put(path: string, body?: unknown, headers?: Headers): Promise<TestAnswer>
  patch(path: string, body?: unknown, headers?: Headers): Promise<TestAnswer>
  delete(path: string, headers?: Headers): Promise<TestAnswer>
  /** Sends any method; a string body is sent unchanged. */
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<TestAnswer>
}

const parsed = (text: string): unknown => {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Headers that our own client sends with every call. */
const ownHeaders = {
  host: 'localhost:3001',
  origin: 'http://localhost:3001',
  [requestedWithHeader]: requestedWithValue,
}

/** Credentials of an actor: a token alone, or the cookie and the headers of our own client. */
const identityOf = (actor: Actor | null): Headers => {
  if (actor?.apiToken !== undefined) return { authorization: `Bearer ${actor.apiToken}` }
  const cookies = [
    ...(actor?.sessionSecret ? [`__Host-sid=${actor.sessionSecret}`] : []),
    ...(actor?.floorSecret ? [`__Host-floor=${actor.floorSecret}`] : []),
  ]
  return { ...ownHeaders, ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}) }
}

const newSecretIn = (cookies: readonly { name: string; value: string }[], wanted: string): string | undefined =>
  cookies.find(({ name }) => name === wanted)?.value

/** Calls the app in memory with the session cookie or token of an actor (null = not signed in), and stores new cookies. */
export const callAs = (app: FastifyInstance, actor: Actor | null): CallAs => {
  const call = async (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<TestAnswer> => {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const sent: Headers = {
      ...identityOf(actor),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const answer = await app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
      payload,
    })
    const secret = newSecretIn(answer.cookies, '__Host-sid')
    if (actor && secret !== undefined) actor.sessionSecret = secret || null
    const floorSecret = newSecretIn(answer.cookies, '__Host-floor')
    if (actor && floorSecret !== undefined) actor.floorSecret = floorSecret || null
    return { status: answer.statusCode, body: parsed(answer.body), text: answer.body, headers: answer.headers }
  }
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  }
}
