import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { livePath } from '#contract/live-events.ts'
import { AppError, UnavailableError } from '../../errors.ts'
import { closeRefused } from '../close-refused.ts'
import { rawRefusal, refusalParts } from '../raw-refusal.ts'
import type { HeaderSettings } from './security-headers.ts'

const refusalOf = (code: string | undefined): readonly [number, ErrorCode, string] => {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'header_too_large', 'The headers are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'bad_request', 'The request took too long to arrive.']
  return [400, 'bad_request', 'The request cannot be read.']
}

/** Answers requests that are not HTTP, too slow or too large in their headers: they reach no route and no hook. */
export const answerClientError =
  (settings: HeaderSettings) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, code, message] = refusalOf(error.code)
    closeRefused(socket, rawRefusal(settings, status, { code, message }))
  }

/**
 * Whether a request asks for the live socket. Every other `Upgrade`, such as the h2c that some HTTP clients send with each request, is
 * ignored, as HTTP allows, and the request is answered as if it had none.
 */
export const asksForSocket = ({ url = '' }: IncomingMessage): boolean =>
  URL.parse(url, 'http://localhost')?.pathname === livePath

/**
 * Gives every refusal the headers of all other answers, also those that Node and Fastify write without them, unless their settings leave
 * that to hooks: an unknown `Expect`, a request without a Host, and one that arrives on an open connection while the server is being closed.
 */
export const installRawRefusals = (app: FastifyInstance, settings: HeaderSettings): void => {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const message = 'The server cannot meet the expectation of the Expect header.'
    const { headers, body } = refusalParts(settings, { code: 'bad_request', message })
    response.writeHead(417, headers).end(body)
  })
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (isClosing) throw new UnavailableError()
    if (headers.host === undefined && raw.httpVersion === '1.1')
      throw new AppError('bad_request', 'The request names no host.')
  })
}
