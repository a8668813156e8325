import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { TenantSummary } from './tenants.ts'

/** Specification 5: no spaces, one @, a dot behind it. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const LoginInput = z.object({
  email: z.string().trim().min(1, 'Email is required').max(320).regex(emailPattern, 'Please enter a valid email'),
  password: z.string().min(1, 'Password is required').max(1024),
  rememberMe: z.boolean().optional(),
})
export type LoginInput = z.infer<typeof LoginInput>

/** Specification 3, "Login response". */
export const LoginResult = z.object({
  success: z.boolean(),
  requiresTenantSelection: z.boolean(),
  error: z.string().nullable(),
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  tenantId: z.string().nullable(),
  tenantName: z.string().nullable(),
  availableTenants: z.array(TenantSummary),
})
export type LoginResult = z.infer<typeof LoginResult>

const login = { method: 'POST', access: 'public', body: LoginInput, response: LoginResult } as const

export const postLogin = endpoint({ ...login, path: '/auth/login', summary: 'Sign in' })
export const postDirectLogin = endpoint({
  ...login,
  path: '/auth/direct-login',
  summary: 'Sign in (fallback; the same rules)',
})

export const postLogout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  summary: 'End the session',
  response: z.object({ message: z.string() }),
})

/** Specification 3, "Session validation response", with what the client needs to open the right screen. */
export const SessionValidation = z.object({
  isValid: z.boolean(),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  tenantId: z.string().nullable(),
  tenantName: z.string().nullable(),
  expiresAt: Instant.nullable(),
})
export type SessionValidation = z.infer<typeof SessionValidation>

export const getValidate = endpoint({
  method: 'GET',
  path: '/auth/validate',
  access: 'session',
  summary: 'Is this session still good',
  response: SessionValidation,
})

const LinkToken = z.string().max(200)

/** 8 to 128 code points, no composition rules; common passwords are refused by the server. */
export const NewPassword = z
  .string()
  .refine((text) => [...text].length >= 8, 'At least 8 characters')
  .refine((text) => [...text].length <= 128, 'At most 128 characters')

/** What an opened link is about; used, unknown and expired ones are refused alike (422). Says nothing of the account behind the e-mail. */
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
  body: z.object({ token: LinkToken }),
  response: OneTimeLinkFacts,
})

/** The token of a one-time link; used, unknown and expired ones are refused alike (422). */
export const postResetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'Set a password with a one-time link; ends every session of the account',
  body: z.object({ token: LinkToken, newPassword: NewPassword }),
  response: z.object({ email: z.string() }),
})

/**
 * Accepts an invitation. Where the e-mail has an account, `password` must be that account's; where it has none, an account
 * is made with it. Ends the open sessions of the account, so that none of before reaches into the organisation.
 */
export const postAcceptInvitation = endpoint({
  method: 'POST',
  path: '/auth/accept-invitation',
  access: 'public',
  summary: 'Join an organization with the link of an invitation',
  body: z.object({ token: LinkToken, password: NewPassword }),
  response: z.object({ email: z.string() }),
})

export const postNotificationToken = endpoint({
  method: 'POST',
  path: '/auth/notification-token',
  access: 'tenant',
  summary: 'A 15-minute token that opens notifications and nothing else',
  response: z.object({ token: z.string(), expiresAt: Instant }),
})

/** Single use, 30 seconds, bound to session and organisation; goes into the socket's `?token=`. */
export const postNotificationTicket = endpoint({
  method: 'POST',
  path: '/notifications/ticket',
  access: 'notificationToken',
  summary: 'A ticket that opens the live socket once',
  response: z.object({
    ticket: z.string(),
    expiresAt: Instant,
    /** Where the socket is opened; null or absent = below the origin that answered. */
    socketUrl: z.string().nullable().optional(),
  }),
})
