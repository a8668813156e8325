import { z } from 'zod/mini'
import { LoginResult } from './auth.ts'
import { endpoint } from './endpoint.ts'

const failed = 'Single sign-on failed. Please try again.'

/** A page of this application, with no other host or scheme. */
export const ReturnPath = z
  .string()
  .check(z.maxLength(2_000), z.regex(/^\/(?![/\\])/, 'must be a page of this application'))

const SingleSignOnInput = z.object({
  /** The page to return to after the sign-in. */
  redirect: z.optional(ReturnPath),
  rememberMe: z.optional(z.boolean()),
})

/** Sets a cookie that is valid for 10 minutes. 404 on an installation without single sign-on, as for the calls below. */
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
 * The redirect address registered with the provider, whose answer is in the query. It changes nothing: it leads to the
 * sign-in page, which sends the answer on.
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

/** 401 if the cookie is missing, used or older than 10 minutes, or if the provider or this server refuses the person. */
export const postSingleSignOnAnswer = endpoint({
  method: 'POST',
  path: '/auth/oidc/answer',
  access: 'public',
  summary: 'Finish single sign-on with the answer of the identity provider',
  failed,
  body: z.object({ answer: z.string().check(z.maxLength(8_192)) }),
  response: z.extend(LoginResult, { rememberMe: z.boolean() }),
})
