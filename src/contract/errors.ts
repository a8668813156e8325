import { z } from 'zod/mini'

/** Every error code with its HTTP status. The server's error mapper and the client's messages both use this list. */
export const errorStatus = {
  bad_request: 400,
  validation: 400,
  missing_tenant: 403,
  invalid_tenant: 400,
  tenant_mismatch: 409,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  run_active: 409,
  cycle: 422,
  invalid_move: 422,
  rule: 422,
  idempotency_mismatch: 422,
  stale: 412,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  rate_limited: 429,
  header_too_large: 431,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/** A problem with one field, as a message for the user. */
export const FieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/** The body of every error answer. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  /** Invalid fields, for `validation`. */
  problems: z.optional(z.array(FieldProblem)),
  /** The current version of the record, for `stale`. */
  currentVersion: z.optional(z.number()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
