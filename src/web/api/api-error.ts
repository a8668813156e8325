import type { ErrorCode, FieldProblem } from '#contract/errors.ts'

/** The server's error codes, plus codes for failures before or after its answer. */
export type ApiErrorCode = ErrorCode | 'network' | 'timeout' | 'bad_answer' | 'tenant_switched' | 'session_over'

/** A failed call. `message` is the sentence to show to the user. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  /** HTTP status; 0 if there was no answer. */
  readonly status: number
  readonly requestId: string | null
  readonly problems: readonly FieldProblem[]
  /** The current version of the record, if `code` is 'stale'. */
  readonly currentVersion: number | null
  /** Delay before a retry that the server asks for (Retry-After); null if it gives none. */
  readonly retryAfterMs: number | null
  /** True if `message` comes from the server, false if it is our fallback for the call. */
  readonly fromServer: boolean

  constructor(
    code: ApiErrorCode,
    message: string,
    details: {
      status?: number
      requestId?: string | null
      problems?: readonly FieldProblem[]
      currentVersion?: number | null
      retryAfterMs?: number | null
      fromServer?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = details.status ?? 0
    this.requestId = details.requestId ?? null
    this.problems = details.problems ?? []
    this.currentVersion = details.currentVersion ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.fromServer = details.fromServer ?? false
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** True if a retry can help: there was no answer, or the server itself failed. */
export const isTransient = (error: unknown): boolean =>
  isApiError(error) &&
  (error.status === 0 || error.status >= 500) &&
  error.code !== 'tenant_switched' &&
  error.code !== 'session_over'

/** Statuses with which a server answers a call that it does not know. */
export const unknownStatuses: readonly number[] = [404, 405, 501]

/**
 * True if the server does not know the call, because it has only the specified ones. Our own server puts a request id
 * on every answer, including one about a missing record.
 */
export const isUnknownCall = (error: unknown): boolean =>
  isApiError(error) && unknownStatuses.includes(error.status) && error.requestId === null

/** A longer delay than this counts as a refusal. */
const mostBusyMs = 10_000

/** True if the server is busy with another request of this user and can be asked again in a moment. */
const isBusy = (error: unknown): boolean =>
  isApiError(error) && error.code === 'rate_limited' && (error.retryAfterMs ?? Number.POSITIVE_INFINITY) <= mostBusyMs

const mostRetries = 3

/** Retries while the server is busy with other requests of this user. */
export const retryBusy = (failures: number, error: unknown): boolean => failures < mostRetries && isBusy(error)

/** `retryBusy` for calls that take the server seconds; a failure or a timeout is retried once instead of three times. */
export const retryComputing = (failures: number, error: unknown): boolean =>
  retryBusy(failures, error) || (failures < 1 && isTransient(error))

/** Up to three retries, but only where a retry can help, so never after a refusal. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < mostRetries && (isTransient(error) || isBusy(error))

/** 1 s, 2 s, 4 s and so on up to 30 s, or longer if the server asks for it. */
export const retryDelayMs = (attempt: number, error?: unknown): number =>
  Math.max(Math.min(1_000 * 2 ** attempt, 30_000), (isApiError(error) && error.retryAfterMs) || 0)

/** Why the user has to sign in: what was refused, and the server's sentence if it gave one. */
export const signInReason = (what: string, error: ApiError): string =>
  error.fromServer && error.message !== what ? `${what}. ${error.message}` : what

/** Why there is no usable answer, as far as the page knows; null if the server gave a reason. */
const reasonOf = (error: ApiError): string | null => {
  const { code } = error
  if (isUnknownCall(error) && !error.fromServer) return 'This server does not offer it.'
  if (code === 'timeout') return 'The server did not answer in time.'
  if (code === 'bad_answer') return "The server's answer could not be read."
  if (code !== 'network') return null
  return navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'
}

/** The sentence that the user sees for an error of any kind. */
export const errorSentence = (error: unknown): string => {
  if (!isApiError(error)) return 'An unexpected error occurred. Please try again.'
  const why = reasonOf(error)
  return why === null ? error.message : `${error.message.replace(/\.$/, '')}. ${why}`
}
