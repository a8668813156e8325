import { z } from 'zod/mini'
import { LoginResult } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

/** From the authenticator app (6 digits), or a recovery code; spaces and dashes are ignored. */
const Code = z.string().check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(40))

export const SignInCodeInput = z.object({ code: Code })
export type SignInCodeInput = z.infer<typeof SignInCodeInput>

/**
 * The second step of a sign-in, after the right password. The cookie of the first step identifies it and is valid for 5
 * minutes. 401 with the code `unauthenticated` without it, and with `invalid_credentials` for a wrong code.
 */
export const postSignInCode = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  access: 'public',
  summary: 'Finish a sign-in with a code of the authenticator app or a recovery code',
  failed: 'Login failed. Please try again.',
  body: SignInCodeInput,
  response: LoginResult,
})

export const SecondFactor = z.object({
  /** null = off: signing in requires only the password. */
  onSince: z.nullable(Instant),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/users/me/second-factor',
  access: 'session',
  summary: 'Whether my sign-in asks for a code',
  failed: 'Failed to fetch two-factor authentication',
  response: SecondFactor,
})

export const SecondFactorStart = z.object({
  currentPassword: z.string().check(z.minLength(1, 'Enter your current password'), z.maxLength(1024)),
})

/** Nothing is turned on until a code made with the secret is confirmed. A repeated call creates another secret. 422 if it is already on. */
export const postSecondFactor = endpoint({
  method: 'POST',
  path: '/users/me/second-factor',
  access: 'session',
  summary: 'Begin to set up two-factor authentication: a secret for an authenticator app',
  failed: 'Failed to set up two-factor authentication',
  body: SecondFactorStart,
  response: z.object({
    /** Base32, to type into the app. */
    appSecret: z.string(),
    /** The same as an `otpauth:` address, to scan. */
    appUri: z.string(),
  }),
})

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const postSecondFactorConfirmation = endpoint({
  method: 'POST',
  path: '/users/me/second-factor/confirmation',
  access: 'session',
  summary:
    'Turn two-factor authentication on with a first code; ends my other sessions and answers with the recovery codes, once',
  failed: 'Failed to turn on two-factor authentication',
  body: z.object({ code: Code }),
  response: RecoveryCodes,
})

/** The current password and a current code. */
export const SecondFactorProof = z.extend(SecondFactorStart, { code: Code })
export type SecondFactorProof = z.infer<typeof SecondFactorProof>

export const postRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/me/second-factor/recovery-codes',
  access: 'session',
  summary: 'Make new recovery codes, shown once; the old ones stop working',
  failed: 'Failed to make recovery codes',
  body: SecondFactorProof,
  response: RecoveryCodes,
})
export const postSecondFactorOff = endpoint({
  method: 'POST',
  path: '/users/me/second-factor/off',
  access: 'session',
  summary: 'Turn two-factor authentication off',
  failed: 'Failed to turn off two-factor authentication',
  body: SecondFactorProof,
  response: SecondFactor,
})

/** For a person who has lost the app and the recovery codes. */
export const deleteUserSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/:id/second-factor',
  access: 'manageUsers',
  summary: 'Turn off the two-factor authentication of a user; ends their sessions',
  failed: 'Failed to reset two-factor authentication',
  params: z.object({ id: Id }),
  response: z.undefined(),
  status: 204,
})
