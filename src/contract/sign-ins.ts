import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

/** Number of days for which sign-ins are stored. */
export const keptSignInDays = 90

/**
 * Outcome of a sign-in attempt: signed in with only the password, with a code of the authenticator app, with a recovery
 * code, or by the identity provider; an organization chosen later; refused (wrong password, or an account that may not
 * sign in); right password without a code; right password with a wrong code.
 */
const signInOutcomes = [
  'password',
  'code',
  'recoveryCode',
  'singleSignOn',
  'entered',
  'refused',
  'codeMissing',
  'wrongCode',
] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

/** One attempt to sign in. Attempts that were throttled (429) are not listed. */
export const SignIn = z.object({
  signInId: z.string(),
  at: Instant,
  outcome: z.enum(signInOutcomes),
  /** Address it came from; empty = unknown. */
  address: z.string(),
  userAgent: z.string(),
  /** The chosen organization; null = none. */
  tenantName: z.nullable(z.string()),
})
export type SignIn = z.infer<typeof SignIn>

export const listMySignIns = endpoint({
  method: 'GET',
  path: '/users/me/sign-ins',
  access: 'session',
  summary: 'My latest sign-ins and failed attempts, the newest first (at most 50)',
  failed: 'Failed to fetch your sign-ins',
  response: z.array(SignIn),
})
/** For an account that also belongs to another organization, only sign-ins to this one. */
export const listUserSignIns = endpoint({
  method: 'GET',
  path: '/users/:id/sign-ins',
  access: 'manageUsers',
  summary: 'Latest sign-ins and failed attempts of a user, the newest first (at most 50)',
  failed: 'Failed to fetch sign-ins',
  params: z.object({ id: Id }),
  response: z.array(SignIn),
})
