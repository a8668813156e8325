import { DrizzleQueryError } from 'drizzle-orm'
import { AppError, ConflictError, StorageFullError, UnavailableError } from '../errors.ts'
import { CallerLeftError } from '../waiting-caller.ts'
import { DatabaseFault } from './database-fault.ts'
import { readOnlyCode } from './store-if-possible.ts'

interface DatabaseErrorFacts {
  readonly code?: string
  readonly message?: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string
}

const isSqlState = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'connection_lost',
  'timed_out',
])

/** The messages of node-postgres for a lost connection, or when no connection became free. These errors have no code. */
const connectionWords =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|query read timeout|not queryable|client has encountered/i

/** The driver's own error; Drizzle wraps it in an error that carries the query and its parameters. */
const rootOf = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error)

/** True when the connection can no longer be trusted. */
export const isConnectionLoss = (error: unknown): boolean => {
  const { code, message } = (rootOf(error) ?? {}) as DatabaseErrorFacts
  if (code && connectionCodes.has(code)) return true
  if (isSqlState(code)) return code.startsWith('08') || code.startsWith('57P') || code === '25P03'
  return connectionWords.test(message ?? '')
}

/** True when the database refused the statement but works. */
export const isStatementFault = (error: unknown): boolean =>
  isSqlState(((rootOf(error) ?? {}) as DatabaseErrorFacts).code)

/** Classes of SQLSTATE whose messages hold names and states but never values. */
const harmlessMessage = /^(08|25|42|53|55|57|58|XX)/

/** The error without query, parameters or stored values, so that it can be logged. */
const scrubbed = ({
  code = 'connection_lost',
  constraint,
  table,
  column,
  message,
}: DatabaseErrorFacts): DatabaseFault => {
  const detail = isSqlState(code) && !harmlessMessage.test(code) ? '' : `: ${message}`
  const location = [constraint, table, column].filter(Boolean).join(' ')
  return new DatabaseFault(code, `Database error ${code} ${location}`.trim() + detail, { constraint, table, column })
}

/**
 * Maps a database error to the matching `AppError`; returns any other error unchanged. Unique key 409, foreign key and
 * check 422, unreadable value 400, deadlock, time limit, lost connection and a database that only reads 503, full disk 507, the rest 500. A
 * caller that knows the meaning of a constraint reads `cause.constraint`.
 */
export const mapDatabaseError = (error: unknown): unknown => {
  if (error instanceof AppError) return error
  const root = rootOf(error)
  if (!(root instanceof Error)) return error
  if (root instanceof CallerLeftError) return root
  const facts = root as DatabaseErrorFacts
  const { code } = facts
  if (isConnectionLoss(root)) return new UnavailableError(scrubbed(facts))
  if (!isSqlState(code))
    return root === error ? error : new AppError('internal', 'Something went wrong.', { cause: scrubbed(facts) })
  const cause = scrubbed(facts)
  if (code === '23505') return new ConflictError('This already exists.', cause)
  if (code === '23503')
    return new AppError('rule', 'Something this refers to does not exist, or is still in use.', { cause })
  if (code === '23514' || code === '23502') return new AppError('rule', 'A value is not allowed here.', { cause })
  if (code.startsWith('22')) return new AppError('bad_request', 'A value cannot be read.', { cause })
  if (['40001', '40P01', '55P03', '57014', '53300'].includes(code)) return new UnavailableError(cause)
  if (code === '53100') return new StorageFullError(cause)
  if (code === readOnlyCode)
    return new AppError('unavailable', 'The database takes no changes right now, so nothing can be saved.', {
      cause,
      retryAfterSeconds: 30,
    })
  return new AppError('internal', 'Something went wrong.', { cause })
}
