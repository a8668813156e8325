/** Headers of the interface beyond those of HTTP; names as sent, compared without regard to case. */

/** Specification 7: sent by the client when stored. The server only compares `X-Tenant-ID` with the session (409 when they differ). */
export const identityHeaders = [
  'X-User-ID',
  'X-Tenant-ID',
  'X-Tenant-Name',
  'X-User-Email',
  'X-User-Name',
  'X-Is-Admin',
  'X-Is-Super-Admin',
] as const
export const tenantIdHeader = 'X-Tenant-ID'

/** Required for all methods except GET and HEAD, because plain forms and cross-site pages cannot send it. */
export const requestedWithHeader = 'X-Requested-With'
export const requestedWithValue = 'scheduler'

/** A random id of the browser tab; live events contain it, so that a tab can ignore its own echo. */
export const clientIdHeader = 'X-Client-Id'

/** Sent with background calls (a refetch after a live message, a renewal), which do not count as use of the session. */
export const backgroundHeader = 'X-Background'

/** The source of a write, as history shows it; 'api' when absent. */
export const changeSourceHeader = 'X-Change-Source'
export const callerSources = ['screen', 'drag', 'bulk', 'import', 'api'] as const

/** On POST: the same key and body within 24 hours give the same answer and one effect. */
export const idempotencyKeyHeader = 'Idempotency-Key'
export const maxIdempotencyKeyLength = 255

/** On every answer; errors repeat it in their body. */
export const requestIdHeader = 'X-Request-Id'
