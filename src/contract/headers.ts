/** Custom HTTP headers; names are case-insensitive. */

/** Sent by the client if stored. The server only compares `X-Tenant-ID` with the session (409 if they differ). */
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

/** A random id of the browser tab. Live events contain it, so that a tab can ignore its own echo. */
export const clientIdHeader = 'X-Client-Id'

/** Sent with background calls (a refetch after a live message, a renewal), which do not count as activity of the session. */
export const backgroundHeader = 'X-Background'

/** Source of a write, for history; defaults to 'api'. */
export const changeSourceHeader = 'X-Change-Source'
export const callerSources = ['screen', 'drag', 'bulk', 'import', 'api'] as const

/** For POST: the same key and body within 24 hours give the same answer and a single effect. */
export const idempotencyKeyHeader = 'Idempotency-Key'
export const maxIdempotencyKeyLength = 255

/** Sent with every answer; errors repeat it in their body. */
export const requestIdHeader = 'X-Request-Id'
