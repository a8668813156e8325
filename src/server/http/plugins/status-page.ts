import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { statusPath } from '#contract/status-links.ts'
import type { AppServices } from '../../context.ts'
import { UnavailableError } from '../../errors.ts'
import { countOpening } from '../../services/status-links/find-link.ts'
import { readSharedStatus } from '../../services/status-links/read-status.ts'
import { whileAwaited } from '../../waiting-caller.ts'
import { answerInTime } from '../answer-in-time.ts'
import { leaving, statusReader } from '../caller.ts'
import { gonePage, statusPageHeaders, troublePage, writeStatusPage } from '../status-page/write-status-page.ts'
import { errorBody, noteError, toAppError } from './error-handler.ts'

interface StatusPageOptions {
  readonly services: AppServices
  readonly addressOf: (request: IncomingMessage) => string | null
  readonly workMs: number
}

const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).headers(statusPageHeaders).type('text/html; charset=utf-8').send(page)

export const isStatusAddress = (url: string): boolean => url.startsWith(statusPath)

/** Refuses as a page. Whatever is wrong with an address, its answer is the same. */
export const refuseStatusPage = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { status } = toAppError(error)
  if (status < 500 && status !== 429) return sendPage(reply, 404, gonePage)
  const known = noteError(error, request, reply)
  if (known === null) return reply.code(400).send()
  return sendPage(reply, known.status, troublePage(errorBody(known, request.id).error))
}

/**
 * Serves the page of a status link, outside of `/api`: people open it. It reads no cookie and sets none, so what it shows depends on
 * its address alone.
 */
export const installStatusPage = (app: FastifyInstance, { services, addressOf, workMs }: StatusPageOptions): void => {
  app.get<{ Params: { '*': string } }>(`${statusPath}*`, { errorHandler: refuseStatusPage }, async (request, reply) => {
    const asked = { token: request.params['*'], address: addressOf(request.raw), requestId: request.id }
    const onLateError = (err: unknown): void => reply.log.error({ err }, 'status page failed after it was given up')
    const limit = { ms: workMs, refuse: () => new UnavailableError(), onLateError }
    const page = await answerInTime(limit, (tooLate) =>
      whileAwaited(AbortSignal.any([leaving(reply), tooLate]), async () => {
        const { link, tenant } = await statusReader(services, asked)
        const status = await readSharedStatus(tenant, link)
        // A HEAD request shows nothing.
        if (request.method === 'GET') await countOpening(services, link)
        return writeStatusPage(status)
      }),
    )
    return sendPage(reply, 200, page)
  })
}
