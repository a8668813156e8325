import type { FastifyInstance, FastifyReply } from 'fastify'
import { requestIdHeader } from '#contract/headers.ts'

/** Scheme and host alone: a path would have to be matched to the letter. */
const socketOrigin = (socketUrl: string): string => {
  const { protocol, host } = new URL(socketUrl)
  return `${protocol}//${host}`
}

/**
 * Own scripts, fonts and calls only, and the one socket that the settings name. Styles may be inline: the drag and toast
 * libraries write theirs that way.
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
  /** HSTS only there. */
  readonly isProduction: boolean
  /** Where the live socket is; null = the server itself. */
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

/** Sets them before anything can answer, so that errors and files have them too. */
export const installSecurityHeaders = (app: FastifyInstance, settings: HeaderSettings): void => {
  app.addHook('onRequest', async (_request, reply) => applySecurityHeaders(reply, settings))
}
