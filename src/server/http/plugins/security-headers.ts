import type { FastifyInstance, FastifyReply } from 'fastify'
import { requestIdHeader } from '#contract/headers.ts'

/** Scheme and host only, because a path in the policy would have to match exactly. */
const socketOrigin = (socketUrl: string): string => {
  const { protocol, host } = new URL(socketUrl)
  return `${protocol}//${host}`
}

/**
 * Allows only our own scripts, fonts and calls, and the socket of the settings. Styles may be inline, because the drag
 * and toast libraries write them that way.
 */
const contentSecurityPolicy = (socketUrl: string | null): string =>
  [
    `default-src 'self'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    socketUrl === null ? `connect-src 'self'` : `connect-src 'self' ${socketOrigin(socketUrl)}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

const always: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

export interface HeaderSettings {
  /** HSTS is sent in production only. */
  readonly isProduction: boolean
  /** Address of the live socket; null = the server itself. */
  readonly socketUrl: string | null
}

/** Headers of every answer; `url` decides about caching. */
export const securityHeaders = (url: string, { isProduction, socketUrl }: HeaderSettings): Record<string, string> => ({
  ...always,
  'Content-Security-Policy': contentSecurityPolicy(socketUrl),
  ...(isProduction ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  ...(url.startsWith('/api') ? { 'Cache-Control': 'no-store' } : {}),
})

export const applySecurityHeaders = (reply: FastifyReply, settings: HeaderSettings): void => {
  reply.headers(securityHeaders(reply.request.url, settings))
  reply.header(requestIdHeader, reply.request.id)
}

/** Sets the headers before anything can answer, so that errors and files have them too. */
export const installSecurityHeaders = (app: FastifyInstance, settings: HeaderSettings): void => {
  app.addHook('onRequest', async (_request, reply) => applySecurityHeaders(reply, settings))
}
