import { setTimeout as delay } from 'node:timers/promises'
import type { AppServices } from '../context.ts'
import { composeMail } from '../services/mail/compose-mail.ts'
import { findDigestsDue, postDigest } from '../services/mail/lateness-digest.ts'
import { dropExpiredMail, type OutboxRow, removeMail, retryMail, takeMail } from '../services/mail/take-mail.ts'
import { mailChannel } from '../services/records/post-mail.ts'
import type { RunnerLog } from './runner-log.ts'
import type { SendMail } from './smtp-transport.ts'
import { systemContext } from './system-context.ts'

/** Messages wake the sender; this interval is for further tries, missed messages and digests. */
const roundEveryMs = 15_000
/** A stop waits this long for the message that is being sent. Another server sends it again if it did not arrive. */
const stopWaitsMs = 2_000

/** What a mail server answered, without its text, which may name the recipient. */
const facts = (error: unknown) => {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  return { code, responseCode, command }
}

/** Whether the mail server refused this recipient or this message for good. All other failures may pass. */
const isRefused = (error: unknown): boolean => {
  const { responseCode = 0, command } = facts(error)
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

/** Whether the mail server answered about this message; otherwise the next one would fail like it. */
const isAboutMessage = (error: unknown): boolean => {
  const { responseCode, command } = facts(error)
  return responseCode !== undefined && (command === 'RCPT TO' || command === 'DATA')
}

type Outcome = 'sent' | 'unwanted' | 'refused' | 'later' | 'outage'

const trySending = async (app: AppServices, send: SendMail, row: OutboxRow, log: RunnerLog): Promise<Outcome> => {
  const about = { mailId: row.mailId, kind: row.message.kind }
  const composed = await composeMail(app, row, (tenantId) => systemContext(app, tenantId, 'mail'))
  if (!composed) {
    await removeMail(app, row.mailId)
    return 'unwanted'
  }
  try {
    await send(composed.mail, row.mailId)
  } catch (error) {
    await composed.unsent?.()
    const refused = isRefused(error)
    log.error({ ...about, ...facts(error) }, refused ? 'The mail server refused a message' : 'Could not send a message')
    if (refused) await removeMail(app, row.mailId)
    else await retryMail(app, row)
    if (refused) return 'refused'
    return isAboutMessage(error) ? 'later' : 'outage'
  }
  await removeMail(app, row.mailId)
  return 'sent'
}

/**
 * Sends every message that is due, one after another, until none is left or the mail server is away. Any number of
 * processes may do this. Returns how many were sent.
 */
export const sendDueMail = async (
  app: AppServices,
  send: SendMail,
  log: RunnerLog,
  isClosing: () => boolean = () => false,
): Promise<number> => {
  let sent = 0
  const dropped = await dropExpiredMail(app)
  if (dropped > 0) log.error({ messages: dropped }, 'Dropped messages that could not be sent in time')
  while (!isClosing()) {
    const row = await takeMail(app)
    if (!row) break
    const outcome = await trySending(app, send, row, log)
    if (outcome === 'sent') sent += 1
    if (outcome === 'outage') break
  }
  return sent
}

/** Writes the digests whose hour has come. */
export const postDueDigests = async (app: AppServices, log: RunnerLog): Promise<void> => {
  for (const tenantId of await findDigestsDue(app)) {
    await postDigest(systemContext(app, tenantId, 'digest')).catch((error: unknown) =>
      log.error({ tenantId, err: error }, 'Could not write the digest of an organization'),
    )
  }
}

/**
 * Sends the messages of the outbox: soon after they were written, again after a failure, and the digests of the morning.
 * `close` lets the current message end, for two seconds at most.
 */
export const startMail = (app: AppServices, send: SendMail, log: RunnerLog): { close(): Promise<void> } => {
  let working: Promise<void> = Promise.resolve()
  let closing = false
  let waiting = false

  const round = async (): Promise<void> => {
    waiting = false
    if (closing) return
    await postDueDigests(app, log)
    await sendDueMail(app, send, log, () => closing)
  }
  const wake = (): void => {
    if (closing || waiting) return
    waiting = true
    working = working.then(round).catch((error: unknown) => log.error({ err: error }, 'Could not look for messages'))
  }

  const listening = app.db.listen(mailChannel, { onMessage: wake, onGap: wake })
  listening.catch((error: unknown) =>
    log.error({ err: error }, 'Cannot listen for messages; looking every few seconds instead'),
  )
  const rounds = setInterval(wake, roundEveryMs)
  wake()

  return {
    close: async () => {
      closing = true
      clearInterval(rounds)
      await Promise.race([working, delay(stopWaitsMs, undefined, { ref: false })])
      const stop = await listening.catch(() => undefined)
      await stop?.()
    },
  }
}
