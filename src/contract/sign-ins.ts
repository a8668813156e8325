import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

/** Days for which sign-ins are kept. */
export const keptSignInDays = 90

/**
 * How an attempt to sign in ended: signed in with the password alone, with a code of the authenticator app, or with a recovery
 * code; signed in by the identity provider; an organization entered later; refused (wrong password, or an account that may not sign in); password right, but no code
 * entered; password right, but the code wrong.
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

/** One attempt to sign in. Attempts that had to wait (429) are not listed. */
export const SignIn = z.object({
  signInId: z.string(),
  at: Instant,
  outcome: z.enum(signInOutcomes),
  /** The address it came from; empty when unknown. */
  address: z.string(),
  userAgent: z.string(),
  /** The organization that was entered; null = none. */
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
/** For an account that also belongs to another organization, only those that entered this one. */
export const listUserSignIns = endpoint({
  method: 'GET',
  path: '/users/:id/sign-ins',
  access: 'manageUsers',
  summary: 'Latest sign-ins and failed attempts of a user, the newest first (at most 50)',
  failed: 'Failed to fetch sign-ins',
  params: z.object({ id: Id }),
  response: z.array(SignIn),
})
