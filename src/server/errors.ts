import { type ErrorCode, errorStatus, type FieldProblem } from '#contract/errors.ts'

interface AppErrorDetails {
  /** What went wrong underneath: for the log, never for the answer. */
  readonly cause?: unknown
  readonly problems?: readonly FieldProblem[]
  readonly currentVersion?: number
  readonly retryAfterSeconds?: number
}

/** An answer that is not a success. `message` reaches the user, so it holds no SQL, path or foreign data. */
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

/** 400 with the fields at fault. */
export class ValidationError extends AppError {
  constructor(problems: readonly FieldProblem[], message = 'Some fields need attention.') {
    super('validation', message, { problems })
  }
}

/** 404; the same words whether the record is absent or another organization's. */
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

/** 401: no session, or one that has ended. */
export class UnauthenticatedError extends AppError {
  constructor(message = 'Sign in to continue.') {
    super('unauthenticated', message)
  }
}

/** 409: what is asked for clashes with what exists. */
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

/** 422: a rule of the trade refuses; `code` may name which. */
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

/** 503 with Retry-After: the database is away, busy or too slow; trying again may work. */
export class UnavailableError extends AppError {
  constructor(cause?: unknown, retryAfterSeconds = 1) {
    super('unavailable', 'The service is busy. Try again in a moment.', { cause, retryAfterSeconds })
  }
}

/** 507: the disk is full; reads go on. */
export class StorageFullError extends AppError {
  constructor(cause?: unknown) {
    super('storage_full', 'The storage is full, so changes cannot be saved. Ask your administrator to free space.', {
      cause,
    })
  }
}
