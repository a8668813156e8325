import type { FastifyInstance, FastifyReply } from 'fastify'
import { requestIdHeader } from '#contract/headers.ts'

/** Own scripts, fonts and calls only. Styles may be inline: the drag and toast libraries write theirs that way. */
const contentSecurityPolicy = [
  `default-src 'self'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `font-src 'self' data:`,
  `connect-src 'self'`,
  `worker-src 'self'`,
  `manifest-src 'self'`,
  `form-action 'self'`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const always: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** Headers of every answer; `url` decides about caching, `isProduction` about HSTS. */
export const securityHeaders = (url: string, isProduction: boolean): Record<string, string> => ({
  ...always,
  ...(isProduction ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  ...(url.startsWith('/api') ? { 'Cache-Control': 'no-store' } : {}),
})

export const applySecurityHeaders = (reply: FastifyReply, isProduction: boolean): void => {
  reply.headers(securityHeaders(reply.request.url, isProduction))
  reply.header(requestIdHeader, reply.request.id)
}

/** Sets them before anything can answer, so that errors and files have them too. */
export const installSecurityHeaders = (app: FastifyInstance, isProduction: boolean): void => {
  app.addHook('onRequest', async (_request, reply) => applySecurityHeaders(reply, isProduction))
}
