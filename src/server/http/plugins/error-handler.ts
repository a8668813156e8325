import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts'
import { AppError, NotFoundError } from '../../errors.ts'
import { CallerLeftError } from '../../waiting-caller.ts'

/** Refusals by Fastify itself, by HTTP status. */
const frameworkRefusals: Partial<Record<number, readonly [ErrorCode, string]>> = {
  400: ['bad_request', 'The request cannot be read.'],
  404: ['not_found', 'Not found.'],
  408: ['bad_request', 'The request took too long to arrive.'],
  413: ['too_large', 'The request is larger than 1 MB.'],
  414: ['uri_too_long', 'The address is too long.'],
  415: ['unsupported_media_type', 'Send application/json.'],
  431: ['header_too_large', 'The headers are too large.'],
  503: ['unavailable', 'The service is busy. Try again in a moment.'],
}

const unexpected = 'Something went wrong. Please try again.'

/** Converts any error to an AppError; an unexpected error becomes a 500 without details. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown }
  const isFrameworks = typeof code === 'string' && code.startsWith('FST_')
  const refusal = isFrameworks && typeof statusCode === 'number' ? frameworkRefusals[statusCode] : undefined
  if (refusal) return new AppError(...refusal, { cause: error })
  return new AppError('internal', unexpected, { cause: error })
}

/** The answer to an error. An internal error gets one fixed sentence; its details are only logged. */
export const errorBody = (error: AppError, requestId: string): ErrorBody => {
  const { code } = error
  if (code === 'internal') return { error: unexpected, code, requestId }
  return {
    error: error.message,
    code,
    requestId,
    ...(error.problems ? { problems: [...error.problems] } : {}),
    ...(error.currentVersion === undefined ? {} : { currentVersion: error.currentVersion }),
  }
}

/** True if the caller disconnected. No answer can be delivered, and nothing failed here. */
const wasBrokenOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  error instanceof CallerLeftError || (!raw.complete && (error as { code?: unknown }).code === 'ECONNRESET')

/** Calls that take files have another limit than all others. */
const withLimit = (error: AppError, { routeOptions }: FastifyRequest): AppError => {
  const { cause } = error
  const isTooLong = cause instanceof Error && 'code' in cause && cause.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
  if (!isTooLong || !routeOptions.bodyLimit) return error
  const mostMb = Math.floor(routeOptions.bodyLimit / 1024 / 1024)
  return new AppError('too_large', `The request is larger than ${mostMb} MB.`, { cause: error.cause })
}

/** The error to answer with. Logs an internal one in full, and says when to try again. null = the caller has left. */
export const noteError = (error: unknown, request: FastifyRequest, reply: FastifyReply): AppError | null => {
  if (wasBrokenOff(error, request)) {
    request.log.info({ method: request.method, route: request.routeOptions.url ?? 'unknown' }, 'request broken off')
    return null
  }
  const known = withLimit(toAppError(error), request)
  if (known.status >= 500)
    request.log.error({ err: error instanceof AppError ? (error.cause ?? error) : error }, 'request failed')
  if (known.retryAfterSeconds !== undefined) reply.header('Retry-After', String(known.retryAfterSeconds))
  else if (known.status === 503) reply.header('Retry-After', '1')
  return known
}

/** Answers with the one format of every error of the API. */
export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = noteError(error, request, reply)
  if (known === null) return reply.code(400).send()
  return reply
    .code(errorStatus[known.code])
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(known, request.id)))
}

export const installErrorHandler = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
}

/** The answer to an unknown path. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(new NotFoundError(), request, reply)
