import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceMark } from '../services/credentials/known-device.ts'
import { secretHash } from '../services/credentials/secrets.ts'
import type { OpenedSession } from '../services/sessions/sessions.ts'

/** The session's cookie; the prefix makes browsers insist on Secure, Path=/ and no Domain. */
export const sessionCookie = '__Host-sid'

/** Says that an account has signed in from this browser before; opens nothing, and outlives the session. */
export const deviceCookie = '__Host-device'

/** Cookies of earlier products on this host, cleared at sign-in (specification 3, "Browser storage"). */
const clearedAtSignIn = ['jwt_token', 'jwt']

const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

/** The cookie's value, or null. */
export const sessionSecretOf = (request: FastifyRequest): string | null => request.cookies[sessionCookie] || null

/** Sends the session's secret; without "remember me" the browser forgets it when it closes. */
export const setSessionCookie = (reply: FastifyReply, { secret, rememberMe, expiresAt }: OpenedSession): void => {
  reply.setCookie(sessionCookie, secret, rememberMe ? { ...attributes, expires: expiresAt } : attributes)
}

/** Hash of the device cookie's value, or null. */
export const deviceHashOf = (request: FastifyRequest): string | null => {
  const secret = request.cookies[deviceCookie]
  return secret ? secretHash(secret) : null
}

export const setDeviceCookie = (reply: FastifyReply, { secret, expiresAt }: DeviceMark): void => {
  reply.setCookie(deviceCookie, secret, { ...attributes, expires: expiresAt })
}

export const clearSessionCookie = (reply: FastifyReply): void => {
  reply.clearCookie(sessionCookie, attributes)
}

export const clearForeignCookies = (reply: FastifyReply): void => {
  for (const name of clearedAtSignIn) reply.clearCookie(name, { path: '/' })
}
