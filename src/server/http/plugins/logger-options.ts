import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answeredRequests, within } from '../../measure.ts'
import { userIdOf } from '../caller.ts'

type Described = {
  readonly [more: string]: unknown
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly cause?: Described
}

/** The loggable part of an error: never a query, its parameters, or a request's body. */
const describeError = (error: unknown, depth = 0): Described => {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const isQuery = 'query' in error || 'params' in error || 'parameters' in error
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: isQuery ? 'A database statement failed' : error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: isQuery ? '' : (error.stack ?? ''),
    ...(error.cause !== undefined && depth < 4 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

interface LogSettings {
  readonly level: string
  readonly stream?: { write(line: string): void }
}

/** Options of pino without request bodies, cookies, tokens or query strings; routes appear as their pattern. */
export const loggerOptions = ({ level, stream }: LogSettings) => ({
  level,
  ...(stream ? { stream } : {}),
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: [
    'headers',
    'cookie',
    'password',
    'token',
    'apiToken',
    'linkToken',
    'webhookSecret',
    'ticket',
    '*.password',
    '*.token',
    '*.cookie',
  ],
  serializers: { err: (error: unknown) => describeError(error), req: () => ({}) },
})

/** Logs one line per answered request, and publishes its start and end for metrics and traces. */
export const installRequestLog = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    within({ work: request, name: request.method, headers: request.headers }, done),
  )
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const answered = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode }
    answeredRequests.publish({ work: request, ...answered, ms: reply.elapsedTime })
    request.log.info({ ...answered, ms: Math.round(reply.elapsedTime), userId: userIdOf(request) }, 'request')
  })
}
