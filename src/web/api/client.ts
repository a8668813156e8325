import ky, { isTimeoutError } from 'ky'
import type { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { requestIdHeader } from '#contract/headers.ts'
import { type HistorySource, limits } from '#contract/vocabulary.ts'
import { localStore, sessionStore } from '#web/stores/safe-storage.ts'
import { useSession } from '#web/stores/session.ts'
import { readStoredSession, validTenantId } from '#web/stores/stored-session.ts'
import { ApiError, signInReason } from './api-error.ts'
import { readAnswer } from './read-answer.ts'
import { isTenantProblem, readErrorAnswer } from './read-error-answer.ts'
import { callHeaders, identityHeaders } from './request-headers.ts'

type OutputOf<T> = [NonNullable<T>] extends [z.ZodMiniType] ? z.output<NonNullable<T>> : undefined
type Part<Name extends string, T> = undefined extends T ? { [K in Name]?: T } : { [K in Name]: T }

/** The parameters of a call, as its endpoint describes them, in camelCase. */
export type CallParts<E extends Endpoint> = Part<'params', OutputOf<E['params']>> &
  Part<'query', OutputOf<E['query']>> &
  Part<'body', OutputOf<E['body']>>

export interface CallOptions {
  signal?: AbortSignal
  /** The version that was read; a stale write is refused with code 'stale'. */
  ifMatch?: number
  /** Idempotency key: two requests with the same key take effect once. */
  idempotencyKey?: string
  /** The source of the change; 'screen' by default. */
  source?: HistorySource
  /** A notification token; for notification calls only. */
  bearer?: string
  /** True if a 401 is a normal answer (signing in, the guard's check). */
  keeps401?: boolean
  /** True to bypass every cache. */
  fresh?: boolean
  /** Completes the request even if the page is closed or reloaded; for small bodies (browsers allow 64 KiB in total). */
  outlivesPage?: boolean
}

/** A successful answer: the record, and the headers that a few calls need. */
export interface Answer<T> {
  value: T
  headers: Headers
}

/** The change set of each answer to a write: the id of its request (`contract/changes`). */
const changeIds = new WeakMap<object, string>()

/** The change set of this answer; null if it was not a write or is a replayed answer. */
export const changeIdOf = (answer: object): string | null => changeIds.get(answer) ?? null

/** Records the change set of an answer. */
export const rememberChange = (headers: Headers, answer: object): void => {
  const changeId = headers.has('Idempotency-Replayed') ? null : headers.get(requestIdHeader)
  if (changeId) changeIds.set(answer, changeId)
}

/** A module variable, because ending a session needs the router and the query cache, which calls do not know. */
let sessionEnded: (reason: string | null) => void = () => {}

/** Sets the handler that clears the ended session and goes to /login. The application sets it once. */
export const onSessionEnded = (handler: typeof sessionEnded): void => {
  sessionEnded = handler
}

/** Reports that the server has ended the session, with its reason. */
export const endSession = (reason: string | null): void => sessionEnded(reason)

const fillPath = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  )

const searchOf = (query: unknown): URLSearchParams => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) if (item != null) search.append(name, String(item))
  }
  return search
}

/** A body that never ends counts as no answer. */
const readText = (response: Response): Promise<string> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The answer was cut off')), limits.requestTimeoutMs)
  })
  return Promise.race([response.text(), timedOut]).finally(() => clearTimeout(timer))
}

/** `projectName` -> `ProjectName`, one level deep. */
const toPascalCase = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]))

/** The request body as the API expects it. The server determines the author of the change itself. */
const wireBody = ({ bodyNames }: Endpoint, body: unknown, modifiedBy: string | null): unknown =>
  bodyNames === 'PascalCase' && body !== null && typeof body === 'object'
    ? { ...toPascalCase(body), ...(modifiedBy && { ModifiedBy: modifiedBy }) }
    : body

interface Exchange {
  endpoint: Endpoint
  parts: { params?: unknown; query?: unknown; body?: unknown }
  options: CallOptions
}

async function exchange({ endpoint, parts, options }: Exchange): Promise<{ response: Response; text: string }> {
  const facts = readStoredSession()
  const { method, path } = endpoint
  try {
    const response = await ky(fillPath(path, parts.params).slice(1), {
      baseUrl: new URL('/api/', location.origin),
      method,
      timeout: limits.requestTimeoutMs,
      retry: 0,
      throwHttpErrors: false,
      credentials: 'include',
      cache: options.fresh ? 'no-store' : 'default',
      searchParams: searchOf(parts.query),
      headers: {
        ...identityHeaders(facts),
        ...callHeaders({ ...options, writes: method !== 'GET', source: options.source ?? 'screen' }),
      },
      // Every write is JSON, even without a body, because the server's CSRF protection requires it.
      ...(method !== 'GET' && { json: wireBody(endpoint, parts.body, facts.name ?? facts.email) ?? {} }),
      ...(options.outlivesPage && { keepalive: true }),
      ...(options.signal && { signal: options.signal }),
    })
    return { response, text: await readText(response) }
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    const code = isTimeoutError(cause) ? 'timeout' : 'network'
    throw new ApiError(code, endpoint.unanswered ?? endpoint.failed, { cause })
  }
}

/** False if another tab has switched the organization, because this tab must not write into that one. */
const tabsAgree = (): boolean => {
  const own = validTenantId(sessionStore.get('currentTenantId'))
  return own === null || own === validTenantId(localStore.get('currentTenantId'))
}

const switchedElsewhere = () =>
  new ApiError('tenant_switched', 'The organization was switched in another tab. Reload this tab to continue.', {
    status: 409,
  })

/** The session ended before the answer arrived, so the answer is dropped. */
const sessionOver = () => new ApiError('session_over', 'Not authenticated')

/**
 * Calls an endpoint of the contract and reads its answer, including headers. Throws ApiError for every failure. A 401
 * also ends the session of the page, and a tenant problem is retried once.
 */
export async function callForAnswer<E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
  options: CallOptions = {},
): Promise<Answer<z.output<E['response']>>> {
  const { method, access, failed } = endpoint
  const { ended } = useSession.getState()
  let { response, text } = await exchange({ endpoint, parts, options })
  let sentence = failed
  if (!response.ok && isTenantProblem(text)) {
    if (!tabsAgree()) throw switchedElsewhere()
    if (validTenantId(localStore.get('currentTenantId')) !== null) {
      sentence = endpoint.failedAgain ?? failed
      ;({ response, text } = await exchange({ endpoint, parts, options }))
    }
  }
  if (access !== 'public' && ended !== useSession.getState().ended) throw sessionOver()
  if (!response.ok) {
    if (response.status === 403) console.warn('Access forbidden')
    if (response.status === 429) console.warn('Rate limit exceeded')
    const error = readErrorAnswer(response, text, sentence)
    if (response.status === 401 && !options.keeps401) endSession(signInReason('Not authenticated', error))
    throw error
  }
  const answer = await readAnswer(endpoint.response, text)
  if (answer) {
    const { value } = answer
    if (method !== 'GET' && typeof value === 'object' && value !== null) rememberChange(response.headers, value)
    return { value: value as z.output<E['response']>, headers: response.headers }
  }
  throw new ApiError('bad_answer', endpoint.emptyAnswer ?? failed, {
    status: response.status,
    requestId: response.headers.get(requestIdHeader),
  })
}

/** Calls an endpoint of the contract: `call(getProject, { params: { id } }, { signal })`. Throws ApiError. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
  options?: CallOptions,
): Promise<z.output<E['response']>> => (await callForAnswer(endpoint, parts, options)).value
