import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AnswerId, AnswerText, Instant, preprocess } from './fields.ts'
import { ifReadable, withUsual } from './lenient-fields.ts'
import { Flag, isRecord } from './other-names.ts'
import { TenantSummary } from './tenants.ts'
import { MemberAccess } from './vocabulary.ts'

/** No spaces, one @, and a dot after it. Existing accounts may have addresses that new ones may not (`EmailAddress`). */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const LoginInput = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      z.maxLength(320),
      z.regex(emailPattern, 'Please enter a valid email'),
    ),
  password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(1024)),
  rememberMe: z.optional(z.boolean()),
})
export type LoginInput = z.infer<typeof LoginInput>

/** The right in the current organization (see `User`). */
const right = {
  access: ifReadable(MemberAccess),
  workCenterIds: withUsual(z.nullable(z.array(z.string())), null),
}

export const LoginResult = z.object({
  success: z.literal(true),
  requiresTenantSelection: withUsual(Flag, false),
  error: withUsual(z.nullable(z.string()), null),
  userId: AnswerId,
  email: AnswerText(),
  name: AnswerText(),
  isAdmin: withUsual(Flag, false),
  isSuperAdmin: withUsual(Flag, false),
  ...right,
  tenantId: withUsual(z.nullable(z.string()), null),
  tenantName: withUsual(z.nullable(z.string()), null),
  availableTenants: withUsual(z.array(TenantSummary), []),
})
export type LoginResult = z.infer<typeof LoginResult>

/**
 * No session yet: the password was right, but the account also needs a code (`second-factor.ts`). Another server with
 * this API may use this answer for a wrong password; ours responds with 401.
 */
const LoginRefusal = z.object({
  success: z.literal(false),
  error: withUsual(z.nullable(z.string()), null),
  requiresSecondFactor: z.optional(z.boolean()),
})
export type LoginRefusal = z.infer<typeof LoginRefusal>

/** Without `success`, an answer with a user counts as one: a super admin without an organization then has to choose one. */
const readLogin = (value: unknown): unknown => {
  if (!isRecord(value) || value.userId === undefined || value.success !== undefined) return value
  const { isSuperAdmin = false, tenantId = null } = value
  const requiresTenantSelection = String(isSuperAdmin).toLowerCase() === 'true' && tenantId === null
  return { requiresTenantSelection, ...value, success: true }
}

const login = {
  method: 'POST',
  access: 'public',
  failed: 'Login failed. Please try again.',
  body: LoginInput,
  response: preprocess(readLogin, z.discriminatedUnion('success', [LoginResult, LoginRefusal])),
} as const

export const postLogin = endpoint({ ...login, path: '/auth/login', summary: 'Sign in' })
export const postDirectLogin = endpoint({
  ...login,
  path: '/auth/direct-login',
  summary: 'Sign in (fallback; the same rules)',
})

/** Called before sign-in, so it reveals nothing else. */
export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/auth/sign-in-options',
  access: 'public',
  summary: 'Whether there is single sign-on',
  failed: 'Login failed. Please try again.',
  /** Label of the single sign-on button; null = not configured. */
  response: z.object({ singleSignOn: z.nullable(z.string()) }),
})

export const postLogout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  summary: 'End the session',
  failed: 'Not authenticated',
  response: z.object({ message: AnswerText() }),
})

/**
 * The answer to a session validation, with data that the client needs to open the right screen. Without a session, a
 * server may send nothing else.
 */
export const SessionValidation = z.object({
  isValid: Flag,
  userId: withUsual(z.nullable(z.string()), null),
  email: withUsual(z.nullable(z.string()), null),
  name: withUsual(z.nullable(z.string()), null),
  isAdmin: withUsual(Flag, false),
  isSuperAdmin: withUsual(Flag, false),
  ...right,
  tenantId: withUsual(z.nullable(z.string()), null),
  tenantName: withUsual(z.nullable(z.string()), null),
  expiresAt: withUsual(z.nullable(Instant), null),
})
export type SessionValidation = z.infer<typeof SessionValidation>

export const getValidate = endpoint({
  method: 'GET',
  path: '/auth/validate',
  access: 'session',
  summary: 'Is this session still good',
  failed: 'Authentication check failed',
  response: SessionValidation,
})
