import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { productName } from '#contract/vocabulary.ts'

interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The answer must be complete within this time. */
  readonly answerMs: number
  /** The answer is cut off at its first byte beyond; 0 = only its status is read. */
  readonly mostBytes: number
  /** Ends the request when the server stops. */
  readonly signal?: AbortSignal | undefined
}

export type Answer =
  | {
      readonly ok: true
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly bytes: Uint8Array
      readonly isCutOff: boolean
    }
  /** There was no answer; a sentence for people. */
  | { readonly ok: false; readonly problem: string }

const words = (error: unknown, answerMs: number): string => {
  if (!(error instanceof Error)) return 'No connection'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return `No answer within ${answerMs / 1_000} seconds`
  }
  return 'code' in error && typeof error.code === 'string' ? `No connection (${error.code})` : 'No connection'
}

const readBody = async (answer: IncomingMessage, mostBytes: number) => {
  const parts: Buffer[] = []
  let length = 0
  for await (const read of answer) {
    const part: Buffer = read
    length += part.length
    if (length > mostBytes) return { bytes: new Uint8Array(), isCutOff: true }
    parts.push(part)
  }
  return { bytes: Buffer.concat(parts), isCutOff: false }
}

/**
 * Sends a request. Redirects are not followed, because they could lead to a host that is not allowed. The only place of the server that
 * sends requests on behalf of an organization.
 */
export const sendRequest = ({
  method,
  url,
  headers,
  body,
  answerMs,
  mostBytes,
  signal,
}: OutgoingRequest): Promise<Answer> =>
  new Promise((resolve) => {
    const ended = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(answerMs)])
    const fail = (error: unknown) =>
      resolve({ ok: false, problem: words(ended.aborted ? ended.reason : error, answerMs) })
    const send = url.startsWith('https:') ? httpsRequest : httpRequest
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = {
      method,
      signal: ended,
      agent: false,
      headers: { ...headers, ...length, 'accept-encoding': 'identity', 'user-agent': productName },
    } as const
    const request = send(url, options, (answer) => {
      const done = (read: { bytes: Uint8Array; isCutOff: boolean }) => {
        resolve({ ok: true, status: answer.statusCode ?? 0, headers: answer.headers, ...read })
        answer.destroy()
      }
      if (mostBytes === 0) done({ bytes: new Uint8Array(), isCutOff: false })
      else readBody(answer, mostBytes).then(done, fail)
    })
    request.on('error', fail)
    request.end(body)
  })
