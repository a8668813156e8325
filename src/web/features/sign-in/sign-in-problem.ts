import { isApiError } from '#web/api/api-error.ts'

const tenantCodes = ['missing_tenant', 'invalid_tenant', 'tenant_mismatch', 'tenant_switched']

/** The sentence of the alert for a failed sign-in: specification 8.2, literal. */
export const signInProblem = (error: unknown): string => {
  if (!isApiError(error)) return 'An unexpected error occurred. Please try again.'
  if (tenantCodes.includes(error.code)) return error.fromServer ? error.message : 'Tenant validation failed'
  if (error.status === 401) return 'Invalid email or password. Please try again.'
  if (error.fromServer) return error.message
  if (error.status === 200) return 'Login failed. Please try again.'
  return 'Unable to connect to the server. Please try again later.'
}
