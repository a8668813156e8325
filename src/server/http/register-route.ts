import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { takesApiTokens } from '#contract/registry.ts'
import type { AppServices } from '../context.ts'
import { whileAwaited } from '../waiting-caller.ts'
import { apiTokenOf, callerOf, identifyCaller, leaving, setCaller } from './caller.ts'
import { checkAnswer } from './check-answer.ts'
import { type JsonAnswer, keptAnswer, versionOf } from './kept-answer.ts'
import { refuseForgery } from './plugins/csrf.ts'
import { requestLimits } from './plugins/request-limits.ts'
import { readCall } from './read-call.ts'
import { runKeyed } from './run-keyed.ts'
import { beginInTime, type FileLimits, limitPauses } from './send-file.ts'
import type { Call, ServedRoute } from './serve.ts'

interface RouteOptions {
  readonly services: AppServices
  /** For tests: compare every answer with the contract and fail on a difference. */
  readonly checkAnswers: boolean
  readonly isAllowedOrigin: (origin: string, host: string | undefined) => boolean
  readonly addressOf: (request: IncomingMessage) => string | null
  readonly fileLimits: FileLimits
}

const sendJson = (reply: FastifyReply, json: string | Buffer, version: number | null): FastifyReply => {
  if (version !== null) reply.header('ETag', `"${version}"`)
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Every browser accepts Brotli. Clients with other encodings get the answer in the usual way. */
const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*br\s*(,|$)/.test(String(headers['accept-encoding'] ?? ''))

const sendKept = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { json, version, packed }: JsonAnswer,
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

const send = (endpoint: Endpoint, reply: FastifyReply, answer: unknown, limits: FileLimits): FastifyReply => {
  const status = endpoint.status ?? 200
  if (status === 204 || status === 302) return reply.code(status).send()
  // A file: its handler has set the content type.
  if (answer instanceof Readable) {
    if (isKnown(reply)) return reply.code(304).send()
    return reply.code(status).send(limitPauses(answer, limits, () => reply.raw.destroy()))
  }
  return sendJson(reply.code(status), JSON.stringify(answer), versionOf(answer))
}

/** Registers one endpoint. The order is: forgery check, caller, parameters, body, service, answer. */
export const registerRoute = (app: FastifyInstance, route: ServedRoute, options: RouteOptions): void => {
  const { endpoint, handle } = route
  const { services, checkAnswers, isAllowedOrigin, addressOf, fileLimits } = options
  const takesToken = takesApiTokens(endpoint)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
    // The usual limit would cut a file that is still being sent.
    ...(endpoint.mediaType !== undefined && { handlerTimeout: requestLimits.fileMs }),
    onRequest: (request) =>
      whileHere(endpoint, request, async () => {
        const apiToken = takesToken ? apiTokenOf(request) : null
        // No other site can make a browser send a token.
        if (endpoint.method !== 'GET' && apiToken === null) refuseForgery(request, isAllowedOrigin)
        // A refusal leaves the cookies: the browser may have got a new one since it sent this request.
        const address = addressOf(request.raw)
        const caller = await identifyCaller(services, { access: endpoint.access, address, apiToken }, request)
        setCaller(request, { ...caller, address })
      }),
    handler: (request, reply) =>
      whileHere(endpoint, request, async () => {
        if (changesData(endpoint)) services.db.assertRoom()
        const { ctx } = callerOf(request)
        const input = readCall(endpoint, request)
        if (route.keeping)
          return sendKept(request, reply, await keptAnswer(route, { request, reply, input, checkAnswers }))
        const work = () =>
          runKeyed(endpoint, request, reply, { ctx, body: input.body }, (keyedCtx) =>
            handle({ ...input, ctx: keyedCtx, request, reply } as Call<Endpoint>),
          )
        const answer = await (endpoint.mediaType === undefined ? work() : beginFile(reply, fileLimits, work))
        if (checkAnswers && !(answer instanceof Readable)) checkAnswer(endpoint, answer)
        return send(endpoint, reply, answer, fileLimits)
      }),
  })
}

/** A reading ends when its caller has left; a requested change is still made. */
const whileHere = <T>({ method }: Endpoint, request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
  method === 'GET' ? whileAwaited(request.signal, work) : work()

/** Nobody waits for a file that has not begun in time, so its reading ends. */
const beginFile = <T>(reply: FastifyReply, limits: FileLimits, work: () => Promise<T>): Promise<T> => {
  const tooLate = new AbortController()
  return beginInTime(limits, tooLate, () => whileAwaited(AbortSignal.any([leaving(reply), tooLate.signal]), work))
}

/** Sign-in and sign-out work on a full disk: people who cannot sign in cannot even read. */
const changesData = ({ method, access, path }: Endpoint): boolean =>
  method !== 'GET' && ['tenant', 'admin', 'superAdmin', 'device'].includes(access) && !path.startsWith('/auth/')
