/** Headers of the interface beyond those of HTTP; names as sent, compared without regard to case. */

/** Specification 7: sent by the client when stored. Only `X-Tenant-ID` is looked at, as an assertion (409 when it contradicts the session). */
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

/** Needed on everything that is not GET or HEAD: no plain form or cross-site page can send it. */
export const requestedWithHeader = 'X-Requested-With'
export const requestedWithValue = 'scheduler'

/** One random id per browser tab; live events carry it back, so that a tab can ignore its own echo. */
export const clientIdHeader = 'X-Client-Id'

/** Sent with what no person asked for (a refetch after a live message, a renewal): such a call does not count as use of the session. */
export const backgroundHeader = 'X-Background'

/** The door a write came in through, as history shows it; 'api' when absent. */
export const changeSourceHeader = 'X-Change-Source'
export const callerSources = ['screen', 'drag', 'bulk', 'import', 'api'] as const

/** On POST: the same key and body within 24 hours give the same answer and one effect. */
export const idempotencyKeyHeader = 'Idempotency-Key'
export const maxIdempotencyKeyLength = 255

/** On every answer; errors repeat it in their body. */
export const requestIdHeader = 'X-Request-Id'
