import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceMark } from '../services/credentials/known-device.ts'
import { secretHash } from '../services/credentials/secrets.ts'
import type { OpenedSession } from '../services/sessions/sessions.ts'

/** The session's cookie. With this prefix browsers require Secure, Path=/ and no Domain. */
const sessionCookie = '__Host-sid'

/** Marks a browser in which an account has signed in before. It grants no access and outlives the session. */
const deviceCookie = '__Host-device'

/** Marks a sign-in whose password was right and whose code is still to come. It grants no access. */
const pendingCookie = '__Host-pending'

/** Marks a browser that was sent to the identity provider. It grants no access. */
const singleSignOnCookie = '__Host-sso'

/** The credential of a shop-floor device. */
const floorCookie = '__Host-floor'

/** Cookies of earlier products on this host, cleared at sign-in (specification 3, "Browser storage"). */
const clearedAtSignIn = ['jwt_token', 'jwt']

const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

/** The value of the session cookie, or null. */
export const sessionSecretOf = (request: FastifyRequest): string | null => request.cookies[sessionCookie] || null

/** Sends the session's secret. Without "remember me" the browser deletes it when it closes. */
export const setSessionCookie = (reply: FastifyReply, { secret, rememberMe, expiresAt }: OpenedSession): void => {
  reply.setCookie(sessionCookie, secret, rememberMe ? { ...attributes, expires: expiresAt } : attributes)
}

/** Hash of the value of the device cookie, or null. */
export const deviceHashOf = (request: FastifyRequest): string | null => {
  const secret = request.cookies[deviceCookie]
  return secret ? secretHash(secret) : null
}

export const setDeviceCookie = (reply: FastifyReply, { secret, expiresAt }: DeviceMark): void => {
  reply.setCookie(deviceCookie, secret, { ...attributes, expires: expiresAt })
}

/** The value of the cookie of a sign-in that waits for its code, or null. */
export const pendingSecretOf = (request: FastifyRequest): string | null => request.cookies[pendingCookie] || null

/** A session cookie: the server enforces the five minutes, whatever the browser's clock says. */
export const setPendingCookie = (reply: FastifyReply, secret: string): void => {
  reply.setCookie(pendingCookie, secret, attributes)
}

export const clearPendingCookie = (reply: FastifyReply): void => {
  reply.clearCookie(pendingCookie, attributes)
}

/** The value of the cookie of a single sign-on that waits for its answer, or null. */
export const singleSignOnSecretOf = (request: FastifyRequest): string | null =>
  request.cookies[singleSignOnCookie] || null

/** A session cookie: the server enforces the ten minutes. */
export const setSingleSignOnCookie = (reply: FastifyReply, secret: string): void => {
  reply.setCookie(singleSignOnCookie, secret, attributes)
}

export const clearSingleSignOnCookie = (reply: FastifyReply): void => {
  reply.clearCookie(singleSignOnCookie, attributes)
}

export const clearSessionCookie = (reply: FastifyReply): void => {
  reply.clearCookie(sessionCookie, attributes)
}

/** The value of the cookie of a shop-floor device, or null. */
export const floorSecretOf = (request: FastifyRequest): string | null => request.cookies[floorCookie] || null

export const setFloorCookie = (reply: FastifyReply, secret: string, expires: Date): void => {
  reply.setCookie(floorCookie, secret, { ...attributes, expires })
}

export const clearFloorCookie = (reply: FastifyReply): void => {
  reply.clearCookie(floorCookie, attributes)
}

export const clearForeignCookies = (reply: FastifyReply): void => {
  for (const name of clearedAtSignIn) reply.clearCookie(name, { path: '/' })
}
