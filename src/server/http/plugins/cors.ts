import type { FastifyInstance } from 'fastify'
import {
  backgroundHeader,
  changeSourceHeader,
  clientIdHeader,
  idempotencyKeyHeader,
  identityHeaders,
  requestedWithHeader,
  requestIdHeader,
} from '#contract/headers.ts'
import { crossOrigins } from './allowed-origins.ts'

const sentHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  requestedWithHeader,
  clientIdHeader,
  changeSourceHeader,
  backgroundHeader,
  idempotencyKeyHeader,
  ...identityHeaders,
].join(', ')
const readHeaders = ['ETag', 'Retry-After', requestIdHeader, 'x-tenant-id', 'x-tenant-name'].join(', ')

/** Allows cross-origin calls from configured origins only: no wildcard, no echo of the requested origin. */
export const installCors = (app: FastifyInstance, allowedOrigins: readonly string[]): void => {
  const origins = crossOrigins(allowedOrigins)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api')) return
    const { origin } = request.headers
    reply.header('Vary', 'Origin')
    const isAllowed = origin !== undefined && origins.has(origin)
    if (isAllowed) {
      reply.header('Access-Control-Allow-Origin', origin)
      reply.header('Access-Control-Allow-Credentials', 'true')
      reply.header('Access-Control-Expose-Headers', readHeaders)
    }
    if (request.method !== 'OPTIONS') return
    if (isAllowed) {
      reply.header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      reply.header('Access-Control-Allow-Headers', sentHeaders)
      reply.header('Access-Control-Max-Age', '600')
    }
    return reply.code(204).send()
  })
}
