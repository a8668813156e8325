import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenedSession } from '../services/sessions/create-session.ts'

/** The only session cookie; the prefix makes browsers insist on Secure, Path=/ and no Domain. */
export const sessionCookie = '__Host-sid'

/** Cookies of earlier products on this host, cleared at sign-in (specification 3, "Browser storage"). */
const clearedAtSignIn = ['jwt_token', 'jwt']

const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

/** The cookie's value, or null. */
export const sessionSecretOf = (request: FastifyRequest): string | null => request.cookies[sessionCookie] || null

/** Sends the session's secret; without "remember me" the browser forgets it when it closes. */
export const setSessionCookie = (reply: FastifyReply, { secret, rememberMe, expiresAt }: OpenedSession): void => {
  reply.setCookie(sessionCookie, secret, rememberMe ? { ...attributes, expires: expiresAt } : attributes)
}

export const clearSessionCookie = (reply: FastifyReply): void => {
  reply.clearCookie(sessionCookie, attributes)
}

export const clearForeignCookies = (reply: FastifyReply): void => {
  for (const name of clearedAtSignIn) reply.clearCookie(name, { path: '/' })
}
