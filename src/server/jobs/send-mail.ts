import { setTimeout as delay } from 'node:timers/promises'
import { isWellFormed } from '#contract/email-address.ts'
import type { AppServices } from '../context.ts'
import { composeMail } from '../services/mail/compose-mail.ts'
import { findDigestsDue, postDigest } from '../services/mail/lateness-digest.ts'
import {
  dropExpiredMail,
  type OutboxRow,
  organizationOf,
  removeMail,
  retryMail,
  takeMail,
} from '../services/mail/take-mail.ts'
import { mailChannel } from '../services/records/post-mail.ts'
import { listeningJob } from './listening-job.ts'
import type { RunnerLog } from './runner-log.ts'
import type { SendMail } from './smtp-transport.ts'
import { systemContext } from './system-context.ts'
import { workInSlots } from './work-in-slots.ts'

/** Messages wake the sender; this interval is for further tries, missed messages and digests. */
const everyMs = 15_000
/** A stop waits this long for the message that is being sent. Another server sends it again if it did not arrive. */
const stopWaitsMs = 2_000
/** Messages of different organizations that one process sends at the same time. */
const atOnce = 4

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
  // Of an address with brackets or commas, made by an earlier release, the mail server would read another one.
  if (!isWellFormed(composed.mail.to)) {
    await composed.unsent?.()
    await removeMail(app, row.mailId)
    log.error(about, 'Dropped a message to a malformed address')
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
 * Sends the messages that are due. Organizations take turns, and one has one message under way at a time, so the many messages of one, or
 * a recipient at whom the mail server waits, delay no other organization. Once the mail server is away, nothing is sent until `wake`.
 */
const mailSender = (app: AppServices, send: SendMail, log: RunnerLog) => {
  /** Organizations that had their turn while others were waiting. */
  const served = new Set<string>()
  let isAway = false
  let sent = 0

  const claim = async (_free: number, underWay: Iterable<OutboxRow>): Promise<OutboxRow[]> => {
    if (isAway) return []
    const busy = [...underWay].map(organizationOf)
    let row = await takeMail(app, [...served, ...busy])
    if (!row && served.size > 0) {
      served.clear()
      row = await takeMail(app, busy)
    }
    if (!row) return []
    served.add(organizationOf(row))
    return [row]
  }
  const work = async (row: OutboxRow): Promise<void> => {
    const outcome = await trySending(app, send, row, log)
    if (outcome === 'sent') sent += 1
    if (outcome === 'outage') isAway = true
  }
  const failed = (error: unknown) => log.error({ err: error }, 'Could not look for messages')
  const { wake, round, stop } = workInSlots<OutboxRow>({ most: atOnce, claim, work, failed })

  const begin = async (): Promise<void> => {
    const dropped = await dropExpiredMail(app)
    if (dropped > 0) log.error({ messages: dropped }, 'Dropped messages that could not be sent in time')
    isAway = false
  }
  return {
    wake: async () => {
      await begin()
      wake()
    },
    /** Ends when no message is due any more. Returns how many were sent. */
    round: async () => {
      await begin()
      await round()
      return sent
    },
    stop,
  }
}

/** Sends every message that is due, until none is left or the mail server is away. Returns how many were sent. */
export const sendDueMail = (app: AppServices, send: SendMail, log: RunnerLog): Promise<number> =>
  mailSender(app, send, log).round()

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
  const sender = mailSender(app, send, log)
  const job = listeningJob(app, log, {
    name: 'mail',
    channel: mailChannel,
    everyMs,
    work: async () => {
      await postDueDigests(app, log)
      return sender.wake()
    },
  })
  return {
    close: async () => {
      const ended = job.close().then(() => sender.stop())
      await Promise.race([ended, delay(stopWaitsMs, undefined, { ref: false })])
    },
  }
}
