import { type ErrorCode, errorStatus, type FieldProblem } from '#contract/errors.ts'

interface AppErrorDetails {
  /** The underlying error: for the log, never for the answer. */
  readonly cause?: unknown
  readonly problems?: readonly FieldProblem[]
  readonly currentVersion?: number
  readonly retryAfterSeconds?: number
}

/** An error answer. `message` reaches the user, so it contains no SQL, path or data of others. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly problems?: readonly FieldProblem[]
  readonly currentVersion?: number
  readonly retryAfterSeconds?: number

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.code = code
    this.problems = details.problems
    this.currentVersion = details.currentVersion
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** 400 with the invalid fields. */
export class ValidationError extends AppError {
  constructor(problems: readonly FieldProblem[], message = 'Some fields need attention.') {
    super('validation', message, { problems })
  }
}

/** 404, with the same text for an absent record and for a record of another organization. */
export class NotFoundError extends AppError {
  constructor(message = 'Not found.') {
    super('not_found', message)
  }
}

/** 403: signed in, but not allowed. */
export class ForbiddenError extends AppError {
  constructor(message = 'You do not have permission to do this.') {
    super('forbidden', message)
  }
}

/** 401: there is no session, or it has ended. */
export class UnauthenticatedError extends AppError {
  constructor(message = 'Sign in to continue.') {
    super('unauthenticated', message)
  }
}

/** 409: the request conflicts with existing data. */
export class ConflictError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('conflict', message, { cause })
  }
}

/** 412: the record changed since the caller read it. */
export class StaleError extends AppError {
  constructor(currentVersion: number) {
    super('stale', 'Someone else changed this in the meantime.', { currentVersion })
  }
}

/** 422: a business rule refuses the request; `code` may name the rule. */
export class RuleError extends AppError {
  constructor(message: string, code: 'rule' | 'cycle' | 'invalid_move' = 'rule') {
    super(code, message)
  }
}

/** 429 with Retry-After. */
export class RateLimitedError extends AppError {
  constructor(retryAfterSeconds: number, message = 'Too many attempts. Try again later.') {
    super('rate_limited', message, { retryAfterSeconds })
  }
}

/** 503 with Retry-After: the database is unavailable, busy or too slow; a retry may work. */
export class UnavailableError extends AppError {
  constructor(cause?: unknown, retryAfterSeconds = 1) {
    super('unavailable', 'The service is busy. Try again in a moment.', { cause, retryAfterSeconds })
  }
}

/** 507: the disk is full; reads still work. */
export class StorageFullError extends AppError {
  constructor(cause?: unknown) {
    super('storage_full', 'The storage is full, so changes cannot be saved. Ask your administrator to free space.', {
      cause,
    })
  }
}
