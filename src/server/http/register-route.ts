import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actionOf, type Endpoint } from '#contract/endpoint.ts'
import { takesApiTokens } from '#contract/registry.ts'
import type { AppServices } from '../context.ts'
import { AppError, UnavailableError } from '../errors.ts'
import { PersonLimit } from '../person-limit.ts'
import { CallerLeftError, computingFor, whileAwaited } from '../waiting-caller.ts'
import { type CachedAnswer, cachedAnswer, versionOf } from './answer-cache.ts'
import { answerInTime } from './answer-in-time.ts'
import { apiTokenOf, callerOf, identifyCaller, leaving, setCaller } from './caller.ts'
import { checkAnswer } from './check-answer.ts'
import { sendRpcError } from './mcp/send-rpc-error.ts'
import { refuseForgery, refuseOtherOrigin } from './plugins/csrf.ts'
import { installFileBody } from './plugins/json-body.ts'
import type { TimeLimits } from './plugins/request-limits.ts'
import { readCall } from './read-call.ts'
import { runKeyed } from './run-keyed.ts'
import { limitPauses } from './send-file.ts'
import type { Call, ServedRoute } from './serve.ts'

interface RouteOptions {
  readonly services: AppServices
  /** For tests: compare every answer with the contract and fail on a difference. */
  readonly checkAnswers: boolean
  readonly isAllowedOrigin: (origin: string, host: string | undefined) => boolean
  readonly addressOf: (request: IncomingMessage) => string | null
  readonly timeLimits: Pick<TimeLimits, 'workMs' | 'filePauseMs'>
  readonly transfers: PersonLimit
}

const sendJson = (reply: FastifyReply, json: string | Buffer, version: number | null): FastifyReply => {
  if (version !== null) reply.header('ETag', `"${version}"`)
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Every browser accepts Brotli. Clients with other encodings get the answer in the usual way. */
const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*br\s*(,|$)/.test(String(headers['accept-encoding'] ?? ''))

const sendCached = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { json, version, packed }: CachedAnswer,
): Promise<FastifyReply> => {
  if (!packed || !takesBrotli(request)) return sendJson(reply, json, version)
  const bytes = await packed()
  return sendJson(reply.headers({ 'Content-Encoding': 'br', Vary: 'Origin, Accept-Encoding' }), bytes, version)
}

/** The caller has the file that would be sent: its If-None-Match names the ETag that the handler has set. */
const isKnown = (reply: FastifyReply): boolean => {
  const [tag, known] = [reply.getHeader('ETag'), reply.request.headers['if-none-match']]
  const plain = (etag: string): string => etag.trim().replace(/^W\//, '')
  return typeof tag === 'string' && known !== undefined && known.split(',').map(plain).includes(plain(tag))
}

const send = (endpoint: Endpoint, reply: FastifyReply, answer: unknown, filePauseMs: number): FastifyReply => {
  const status = endpoint.status ?? reply.statusCode
  if (status === 204 || status === 302) return reply.code(status).send()
  // A file: its handler has set the content type.
  if (answer instanceof Readable) {
    if (isKnown(reply)) return reply.code(304).send()
    return reply.code(status).send(limitPauses(answer, filePauseMs, () => reply.raw.destroy()))
  }
  return sendJson(reply.code(status), JSON.stringify(answer), versionOf(answer))
}

/** Registers all endpoints. Those that take a file have an instance of their own, which reads no JSON. */
export const registerRoutes = async (
  app: FastifyInstance,
  routes: readonly ServedRoute[],
  options: RouteOptions,
): Promise<void> => {
  for (const route of routes.filter(({ endpoint }) => !endpoint.takesFile)) registerRoute(app, route, options)
  await app.register(async (files) => {
    installFileBody(files)
    for (const route of routes.filter(({ endpoint }) => endpoint.takesFile)) registerRoute(files, route, options)
  })
}

/** Registers one endpoint. The order is: forgery check, caller, parameters, body, service, answer. */
const registerRoute = (app: FastifyInstance, route: ServedRoute, options: RouteOptions): void => {
  const { endpoint, handle } = route
  const { services, checkAnswers, isAllowedOrigin, addressOf, timeLimits, transfers } = options
  const takesToken = takesApiTokens(endpoint)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...(endpoint.errors === 'jsonRpc' && { errorHandler: sendRpcError }),
    ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
    onRequest: (request, reply) =>
      whileHere(endpoint, leaving(reply), async () => {
        const apiToken = takesToken ? apiTokenOf(request) : null
        // No other site can make a browser send a token.
        if (endpoint.access === 'apiToken') refuseOtherOrigin(request, isAllowedOrigin)
        else if (endpoint.method !== 'GET' && apiToken === null) refuseForgery(request, isAllowedOrigin, endpoint)
        // A refusal leaves the cookies: the browser may have got a new one since it sent this request.
        const address = addressOf(request.raw)
        const { access, method, readsOnly = method === 'GET' } = endpoint
        const caller = await identifyCaller(services, { access, readsOnly, address, apiToken }, request)
        setCaller(request, { ...caller, address })
        // Before a large body is read.
        if (isTransfer(endpoint) && caller.userId !== null) reply.raw.once('close', transfers.enter(caller.userId))
      }),
    handler: (request, reply) =>
      whileWaiting(endpoint, reply, timeLimits.workMs, async () => {
        if (changesData(endpoint)) services.db.assertRoom()
        const { ctx } = callerOf(request)
        const input = readCall(endpoint, request)
        if (route.caching) {
          const cached = await cachedAnswer(route, { request, reply, input, checkAnswers })
          return () => sendCached(request, reply, cached)
        }
        const answer = await runKeyed(endpoint, request, reply, { ctx, body: input.body }, (keyedCtx) =>
          handle({ ...input, ctx: keyedCtx, request, reply } as Call<Endpoint>),
        )
        if (checkAnswers && !(answer instanceof Readable)) checkAnswer(endpoint, answer)
        return () => send(endpoint, reply, answer, timeLimits.filePauseMs)
      }),
  })
}

/** Large bodies and files keep a server busy while they are read or written. */
export const newTransfers = (): PersonLimit =>
  new PersonLimit(2, 'Two of your imports or downloads are still running. Try again when one of them has finished.')

const isTransfer = ({ bodyBytes, mediaType }: Endpoint): boolean => bodyBytes !== undefined || mediaType !== undefined

const fileTooLate = (): AppError =>
  new AppError('unavailable', 'This file takes too long to prepare. Filter the list, and try again.')

/** Reading ends when its caller has left, as does computing. A requested change is still made. */
const whileHere = <T>({ method, mediaType }: Endpoint, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  method === 'GET' || mediaType !== undefined ? whileAwaited(signal, work) : computingFor(signal, work)

/** The answer, or the beginning of a file; 503 when it takes too long. */
const whileWaiting = async (
  endpoint: Endpoint,
  reply: FastifyReply,
  ms: number,
  work: () => Promise<() => FastifyReply | Promise<FastifyReply>>,
): Promise<FastifyReply> => {
  const left = leaving(reply)
  const refuse = (): AppError => (endpoint.mediaType === undefined ? new UnavailableError() : fileTooLate())
  const onLateError = (err: unknown): void => {
    if (!(err instanceof CallerLeftError)) reply.log.error({ err }, 'request failed after it was given up')
  }
  const answer = await answerInTime({ ms, refuse, onLateError }, (tooLate) =>
    whileHere(endpoint, AbortSignal.any([left, tooLate]), work),
  )
  return answer()
}

/** Sign-in and sign-out work on a full disk: people who cannot sign in cannot even read. */
const changesData = ({ method, access, path, readsOnly }: Endpoint): boolean =>
  method !== 'GET' &&
  !readsOnly &&
  (['tenant', 'superAdmin', 'device'].includes(access) || actionOf(access) !== null) &&
  !path.startsWith('/auth/')
