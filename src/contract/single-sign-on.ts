import { z } from 'zod/mini'
import { LoginResult } from './auth.ts'
import { endpoint } from './endpoint.ts'

const failed = 'Single sign-on failed. Please try again.'

/** A page of this application: no other host and no other scheme. */
export const ReturnPath = z
  .string()
  .check(z.maxLength(2_000), z.regex(/^\/(?![/\\])/, 'must be a page of this application'))

const SingleSignOnInput = z.object({
  /** The page to return to after the sign-in. */
  redirect: z.optional(ReturnPath),
  rememberMe: z.optional(z.boolean()),
})

/** Leaves a cookie that holds for 10 minutes. 404 on an installation without single sign-on, here and below. */
export const postSingleSignOn = endpoint({
  method: 'POST',
  path: '/auth/oidc',
  access: 'public',
  summary: 'Begin single sign-on: the address of the identity provider to which the browser goes next',
  failed,
  body: SingleSignOnInput,
  response: z.object({ address: z.string() }),
})

/**
 * The redirect address that is registered at the provider. Its query is the answer of the provider. It changes nothing: the sign-in
 * page, to which it leads, sends the answer on.
 */
export const getSingleSignOnCallback = endpoint({
  method: 'GET',
  path: '/auth/oidc/callback',
  access: 'public',
  summary: 'Where the identity provider sends the browser back to',
  failed,
  response: z.undefined(),
  status: 302,
})

/** 401 when the cookie is missing, used or older than 10 minutes, and when the provider or this server refuses the person. */
export const postSingleSignOnAnswer = endpoint({
  method: 'POST',
  path: '/auth/oidc/answer',
  access: 'public',
  summary: 'Finish single sign-on with the answer of the identity provider',
  failed,
  body: z.object({ answer: z.string().check(z.maxLength(8_192)) }),
  response: z.extend(LoginResult, { rememberMe: z.boolean() }),
})
