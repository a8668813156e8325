import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { productName } from '#contract/vocabulary.ts'
import type { Outcome } from '../services/webhooks/deliver-webhooks.ts'

/** Time for a receiver to answer. */
const answerMs = 10_000

interface Post {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Ends the attempt when the server stops. */
  readonly signal: AbortSignal
}

const words = (error: unknown): string => {
  const { name, code } = error as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError') return 'No answer within 10 seconds'
  return typeof code === 'string' ? `No connection (${code})` : 'No connection'
}

/**
 * Sends a message and reads only the status of the answer. Redirects are not followed, because they could lead to a host that
 * is not allowed. The only place of the server that sends requests.
 */
export const postWebhook = ({ url, body, headers, signal }: Post): Promise<Outcome> =>
  new Promise((resolve) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
    const send = url.startsWith('https:') ? httpsRequest : httpRequest
    const options = {
      method: 'POST',
      signal: ended,
      agent: false,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': productName,
      },
    } as const
    const request = send(url, options, (answer: IncomingMessage) => {
      resolve({ status: answer.statusCode ?? 0 })
      // Nobody needs the rest, however long it is.
      answer.destroy()
    })
    request.on('error', (error) => resolve({ problem: words(ended.aborted ? ended.reason : error) }))
    request.end(body)
  })
