import { sendRequest } from '../exchange/send-request.ts'
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

/** Sends a message and reads only the status of the answer, however long the rest is. */
export const postWebhook = async ({ url, body, headers, signal }: Post): Promise<Outcome> => {
  const answer = await sendRequest({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    answerMs,
    mostBytes: 0,
    signal,
  })
  return answer.ok ? { status: answer.status } : { problem: answer.problem }
}
