import type { ErrorCode, FieldProblem } from '#contract/errors.ts'

/** The error codes of the server, and those for errors before or after its answer. */
export type ApiErrorCode = ErrorCode | 'network' | 'timeout' | 'bad_answer' | 'tenant_switched' | 'session_over'

/** A call that did not succeed. `message` is the sentence to show, ready for the reader. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly requestId: string | null
  readonly problems: readonly FieldProblem[]
  /** The current version of the record, when `code` is 'stale'. */
  readonly currentVersion: number | null
  /** After how long the server wants to be asked again (Retry-After); null = it did not say. */
  readonly retryAfterMs: number | null
  /** True when `message` is the server's own sentence, false when it is a fallback of specification 8.4. */
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

/** True when a retry can help: there was no answer, or the server reported a failure of its own. */
export const isTransient = (error: unknown): boolean =>
  isApiError(error) &&
  (error.status === 0 || error.status >= 500) &&
  error.code !== 'tenant_switched' &&
  error.code !== 'session_over'

/** Answers to a call that a server does not know. */
export const unknownStatuses: readonly number[] = [404, 405, 501]

/**
 * True when the server does not know the call at all: it has only the specified ones. Our own server puts a request id on every
 * answer, also on one about a record that is not there.
 */
export const isUnknownCall = (error: unknown): boolean =>
  isApiError(error) && unknownStatuses.includes(error.status) && error.requestId === null

/** A longer wait than this is a refusal. */
const mostBusyMs = 10_000

/** True when the server works for this person already, and can be asked again in a moment. */
const isBusy = (error: unknown): boolean =>
  isApiError(error) && error.code === 'rate_limited' && (error.retryAfterMs ?? Number.POSITIVE_INFINITY) <= mostBusyMs

const mostRetries = 3

/** Asks again where the server is busy with other questions of this person. */
export const retryBusy = (failures: number, error: unknown): boolean => failures < mostRetries && isBusy(error)

/** For what takes the server seconds: the same, and what failed or took too long is tried once more, not three times. */
export const retryComputing = (failures: number, error: unknown): boolean =>
  retryBusy(failures, error) || (failures < 1 && isTransient(error))

/** Up to three retries, only where a retry can help, so never after a refusal. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < mostRetries && (isTransient(error) || isBusy(error))

/** 1 s, 2 s, 4 s ... at most 30 s (specification 9), or longer if the server says so. */
export const retryDelayMs = (attempt: number, error?: unknown): number =>
  Math.max(Math.min(1_000 * 2 ** attempt, 30_000), (isApiError(error) && error.retryAfterMs) || 0)

/** Why the reader has to sign in: what was refused, and the sentence of the server if it gave one. */
export const signInReason = (what: string, error: ApiError): string =>
  error.fromServer && error.message !== what ? `${what}. ${error.message}` : what

/** Why there is no answer that helps, as far as the page knows; null when the server has given one. */
const reasonOf = (error: ApiError): string | null => {
  const { code } = error
  if (isUnknownCall(error) && !error.fromServer) return 'This server does not offer it.'
  if (code === 'timeout') return 'The server did not answer in time.'
  if (code === 'bad_answer') return "The server's answer could not be read."
  if (code !== 'network') return null
  return navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'
}

/** The sentence that a reader sees for an error of any kind. */
export const errorSentence = (error: unknown): string => {
  if (!isApiError(error)) return 'An unexpected error occurred. Please try again.'
  const why = reasonOf(error)
  return why === null ? error.message : `${error.message.replace(/\.$/, '')}. ${why}`
}
