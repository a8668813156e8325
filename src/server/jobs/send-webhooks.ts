import type { AppServices } from '../context.ts'
import { webhooksChannel } from '../services/records/queue-webhooks.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  signatureHeaders,
  storeOutcome,
} from '../services/webhooks/deliver-webhooks.ts'
import { type AllowedOrigins, isAllowedTarget } from '../services/webhooks/manage-webhooks.ts'
import { postWebhook } from './post-webhook.ts'
import type { RunnerLog } from './runner-log.ts'

/** Interval for messages to be sent again, and for those whose announcement was missed. */
const roundEveryMs = 15_000
/** Messages that are on their way at the same time. */
const atOnce = 10

/**
 * Sends the messages of webhooks: soon after they were written, and again later as long as a receiver does not accept
 * them. Any number of processes may do this, because a message is claimed before it is sent. A message may arrive twice
 * (its id is the same), when a server dies after sending it. Without an allowed host it does nothing.
 */
export const sendWebhooks = (
  app: AppServices,
  log: RunnerLog,
  allowed: AllowedOrigins,
): { close(): Promise<void>; round(): Promise<void> } => {
  if (allowed.size === 0) return { close: () => Promise.resolve(), round: () => Promise.resolve() }
  const stopping = new AbortController()
  let working: Promise<void> = Promise.resolve()

  const send = async (delivery: ClaimedDelivery): Promise<void> => {
    const { url, body } = delivery
    // The list may have become shorter since the webhook was created.
    const outcome = isAllowedTarget(url, allowed)
      ? await postWebhook({ url, body, headers: signatureHeaders(delivery, app.now()), signal: stopping.signal })
      : { problem: 'This server does not send to that host any more' }
    // An attempt that the stop cut off does not count: another server takes it up when the claim has ended.
    if (!stopping.signal.aborted) await storeOutcome(app, delivery, outcome)
  }

  const sendDue = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const claimed = await claimDeliveries(app, atOnce)
      if (claimed.length === 0) return
      await Promise.all(claimed.map(send))
    }
  }
  const round = (): Promise<void> => {
    working = working
      .then(sendDue)
      .catch((error: unknown) => log.error({ err: error }, 'Could not send the messages of webhooks'))
    return working
  }

  const listening = app.db.listen(webhooksChannel, { onMessage: () => void round(), onGap: () => void round() })
  listening.catch((error: unknown) =>
    log.error({ err: error }, 'Cannot listen for messages of webhooks; looking every 15 seconds instead'),
  )
  const rounds = setInterval(() => void round(), roundEveryMs)
  void round()

  return {
    round,
    close: async () => {
      stopping.abort()
      clearInterval(rounds)
      await working
      const stop = await listening.catch(() => undefined)
      await stop?.()
    },
  }
}
