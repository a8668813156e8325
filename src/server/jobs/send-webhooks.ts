import type { AppServices } from '../context.ts'
import { webhooksChannel } from '../services/records/queue-webhooks.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  signatureHeaders,
  storeOutcome,
} from '../services/webhooks/deliver-webhooks.ts'
import { type AllowedOrigins, isAllowedTarget } from '../services/webhooks/manage-webhooks.ts'
import { listeningJob } from './listening-job.ts'
import { postWebhook } from './post-webhook.ts'
import type { RunnerLog } from './runner-log.ts'
import { workInSlots } from './work-in-slots.ts'

/** Interval for messages to be sent again, and for those whose announcement was missed. */
const everyMs = 15_000
/** Messages that one process sends at the same time. One organization gets only a few of these slots (`claimDeliveries`). */
const atOnce = 50

/**
 * Sends the messages of webhooks: soon after they were written, and again later as long as a receiver does not accept
 * them. Any number of processes may do this, because a message is claimed before it is sent. A message may arrive twice
 * (its id is the same), when a server dies after sending it. Without an allowed host it does nothing. `round` ends when no message is
 * due or under way.
 */
export const sendWebhooks = (
  app: AppServices,
  log: RunnerLog,
  allowed: AllowedOrigins,
): { close(): Promise<void>; round(): Promise<void> } => {
  if (allowed.size === 0) return { close: () => Promise.resolve(), round: () => Promise.resolve() }
  const stopping = new AbortController()
  const failed = (error: unknown) => log.error({ err: error }, 'Could not send the messages of webhooks')

  const send = async (delivery: ClaimedDelivery): Promise<void> => {
    const { url, body } = delivery
    // The list may have become shorter since the webhook was created.
    const outcome = isAllowedTarget(url, allowed)
      ? await postWebhook({ url, body, headers: signatureHeaders(delivery, app.now()), signal: stopping.signal })
      : { problem: 'This server no longer sends to that host' }
    // An attempt that the stop cut off does not count: another server takes it up when the claim has ended.
    if (!stopping.signal.aborted) await storeOutcome(app, delivery, outcome)
  }
  const { wake, round, stop } = workInSlots<ClaimedDelivery>({
    most: atOnce,
    work: send,
    failed,
    claim: (free, underWay) => claimDeliveries(app, { free, underWay }),
  })

  const job = listeningJob(app, log, {
    name: 'webhooks',
    channel: webhooksChannel,
    everyMs,
    work: async () => wake(),
  })

  return {
    round,
    close: async () => {
      stopping.abort()
      await job.close()
      await stop()
    },
  }
}
