import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyKeyHeader, maxIdempotencyKeyLength } from '#contract/headers.ts'
import { mintTenantContext, type TenantContext } from '../context.ts'
import { AppError } from '../errors.ts'
import {
  claimKey,
  type KeyedRequest,
  keepAnswer,
  markingDatabase,
  releaseKey,
} from '../services/records/keyed-answers.ts'
import { isAnswer } from './check-answer.ts'
import type { ContextByAccess } from './serve.ts'

type AnyContext = ContextByAccess[keyof ContextByAccess]

const isTenantContext = (ctx: AnyContext): ctx is TenantContext => 'source' in ctx

/** Routes whose answers are secrets or files run again each time; their answers are never stored. */
const isKept = ({ method, path, mediaType }: Endpoint): boolean =>
  method === 'POST' && mediaType === undefined && !path.startsWith('/auth/')

const keyOf = (endpoint: Endpoint, request: FastifyRequest, input: unknown): KeyedRequest | null => {
  const key = request.headers[idempotencyKeyHeader.toLowerCase()]
  if (key === undefined || !isKept(endpoint)) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > maxIdempotencyKeyLength) {
    throw new AppError('bad_request', `An ${idempotencyKeyHeader} has 1 to ${maxIdempotencyKeyLength} characters.`)
  }
  const path = request.url.split('?', 1)[0] ?? ''
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(input ?? null))
    .digest('base64url')
  return { route: `${endpoint.method} ${path}`, key, bodyHash }
}

/**
 * Runs a handler, under its Idempotency-Key when there is one: the same key and body return the stored answer without a
 * second effect. A failed request leaves no trace and may be repeated with the same key.
 */
export const runKeyed = async (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, body }: { ctx: AnyContext; body: unknown },
  work: (ctx: AnyContext) => Promise<unknown>,
): Promise<unknown> => {
  if (!isTenantContext(ctx)) return work(ctx)
  const keyed = keyOf(endpoint, request, body)
  if (!keyed) return work(ctx)
  const before = await claimKey(ctx, keyed)
  if (before) {
    reply.header('Idempotency-Replayed', 'true')
    return before.response
  }
  const status = endpoint.status ?? 200
  const db = markingDatabase(ctx, keyed, (result) => (isAnswer(endpoint, result) ? { status, response: result } : null))
  try {
    const response = await work(mintTenantContext({ ...ctx, app: { ...ctx.app, db } }))
    await keepAnswer(ctx, keyed, { status, response })
    return response
  } catch (error) {
    // The first error is the one to report.
    await releaseKey(ctx, keyed).catch(() => undefined)
    throw error
  }
}
