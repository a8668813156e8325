import { createTransport } from 'nodemailer'
import type { Env } from '../env.ts'
import type { Mail } from '../services/mail/mail-text.ts'

/** Sends one message; throws when the mail server does not take it. `id` stays the same for each try of a message. */
export type SendMail = (mail: Mail, id: string) => Promise<void>

const limits = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

const isThisMachine = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host)

const senderOf = (from: string): { name: string; address: string } => {
  const [, name = '', address = from] = /^(.*?)\s*<(.+)>$/.exec(from.trim()) ?? []
  return { name, address: address.trim() }
}

/**
 * Sends messages through the mail server of `SMTP_URL`; null when none is configured. A password goes to another machine
 * over TLS only. Messages come from the outbox alone and name no files or addresses to be fetched.
 */
export const smtpTransport = ({ SMTP_URL, MAIL_FROM }: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>): SendMail | null => {
  if (!SMTP_URL || !MAIL_FROM) return null
  const url = new URL(SMTP_URL)
  const secure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  const from = senderOf(MAIL_FROM)
  const transport = createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && user !== '' && !isThisMachine(url.hostname),
    auth: user ? { user, pass: decodeURIComponent(url.password) } : undefined,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...limits,
  })
  return async ({ to, subject, text, html }, id) => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      // Where the message goes is said here, not read from its headers.
      envelope: { from: from.address, to: [to] },
      messageId: `<${id}@${from.address.split('@').at(-1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      subject,
      text,
      html,
    })
  }
}
