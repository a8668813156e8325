import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '../../errors.ts'
import { closeRefused } from '../close-refused.ts'
import { errorBody } from './error-handler.ts'
import { type HeaderSettings, securityHeaders } from './security-headers.ts'

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
    const body = JSON.stringify(errorBody(new AppError(code, message), randomUUID()))
    const headers = {
      ...securityHeaders('/api', settings),
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    closeRefused(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }
