import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

const LinkToken = z.string().check(z.maxLength(200))

/** 8 to 128 code points, without composition rules; the server refuses common passwords. */
export const NewPassword = z.string().check(
  z.refine((text) => [...text].length >= 8, 'At least 8 characters'),
  z.refine((text) => [...text].length <= 128, 'At most 128 characters'),
)

/**
 * The purpose of an opened link. Used, unknown and expired links get the same refusal (422). The answer does not reveal
 * whether the email has an account.
 */
export const OneTimeLinkFacts = z.object({
  kind: z.enum(['password', 'invitation']),
  email: z.string(),
  organizationName: z.string(),
  expiresAt: Instant,
})
export type OneTimeLinkFacts = z.infer<typeof OneTimeLinkFacts>

export const postOneTimeLink = endpoint({
  method: 'POST',
  path: '/auth/one-time-link',
  access: 'public',
  summary: 'What a one-time link does, for whom and in which organization',
  failed: 'Unable to connect to the server. Please try again later.',
  body: z.object({ token: LinkToken }),
  response: OneTimeLinkFacts,
})

/** The token of a one-time link; used, unknown and expired ones get the same refusal (422). */
export const postResetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'Set a password with a one-time link; ends every session of the account',
  failed: 'Failed to change password',
  body: z.object({ token: LinkToken, newPassword: NewPassword }),
  response: z.object({ email: z.string() }),
})

/**
 * Accepts an invitation. If the e-mail has an account, `password` must be its password; otherwise it becomes the password of a new account.
 * Ends all open sessions of the account, so that no earlier session can enter the organization.
 */
export const postAcceptInvitation = endpoint({
  method: 'POST',
  path: '/auth/accept-invitation',
  access: 'public',
  summary: 'Join an organization with the link of an invitation',
  failed: 'Unable to connect to the server. Please try again later.',
  body: z.object({ token: LinkToken, password: NewPassword }),
  response: z.object({ email: z.string() }),
})
