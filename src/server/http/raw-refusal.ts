import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '#contract/errors.ts'
import { requestIdHeader } from '#contract/headers.ts'
import { AppError } from '../errors.ts'
import { errorBody } from './plugins/error-handler.ts'
import { type HeaderSettings, securityHeaders } from './plugins/security-headers.ts'

interface Refusal {
  readonly code: ErrorCode
  readonly message: string
}

/** Headers and body of a refusal that no route and no hook writes. It looks like every other error answer, and ends the connection. */
export const refusalParts = (
  settings: HeaderSettings,
  { code, message }: Refusal,
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } => {
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(new AppError(code, message), requestId))
  const headers = {
    ...securityHeaders('/api', settings),
    [requestIdHeader]: requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  return { headers, body }
}

/** The same as text for a connection on which no answer has begun. */
export const rawRefusal = (settings: HeaderSettings, status: number, refusal: Refusal): string => {
  const { headers, body } = refusalParts(settings, refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
