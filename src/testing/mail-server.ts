import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  /** Envelope addresses, to which it is delivered. */
  readonly to: readonly string[]
  /** Unfolded headers by lower-case name; a repeated header has several values. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly raw: string
}

export interface MailServer {
  /** For `SMTP_URL`, with the required credentials. */
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** User names of sign-in attempts. */
  readonly signIns: readonly string[]
  /** Addresses that the server refuses permanently, and those that it cannot accept now. */
  readonly refused: Set<string>
  readonly busy: Set<string>
  close(): Promise<void>
}

export const mailPassword = 'smtp-Secret-77'

/** For `SMTP_URL`, with the required credentials. */
export const mailUrl = (port: number, host = '127.0.0.1'): string =>
  `smtp://${encodeURIComponent('sch@eduler')}:${mailPassword}@${host}:${port}`

const decodeQuoted = (body: string): string =>
  Buffer.from(
    body
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const split = (raw: string): { headers: Map<string, string[]>; body: string } => {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value.join(': ')])
  }
  return { headers, body: raw.slice(end + 4) }
}

const bodyOf = (part: string): string => {
  const { headers, body } = split(part)
  const encoding = headers.get('content-transfer-encoding')?.[0]
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuoted(body) : body
}

/** Decodes encoded words of a header (RFC 2047). */
const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, words: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(words, 'base64').toString('utf8')
        : decodeQuoted(words.replaceAll('_', ' ')),
    )

const read = (raw: string, from: string, to: readonly string[]): ReceivedMail => {
  const { headers, body } = split(raw)
  const boundary = /boundary="(.*?)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1] ?? ''
  const [, plain = '', html = ''] = body.split(`--${boundary}\r\n`)
  const ended = (part: string): string => (part.split(`\r\n--${boundary}`)[0] ?? '').trim().replaceAll('\r\n', '\n')
  return {
    from,
    to,
    headers,
    subject: decodeWords(headers.get('subject')?.[0] ?? ''),
    text: ended(bodyOf(plain)),
    html: ended(bodyOf(html)),
    raw,
  }
}

/** A local mail server that stores what it receives. `port` 0 = any free one. */
export const startMailServer = async ({ port = 0, host = '127.0.0.1' } = {}): Promise<MailServer> => {
  const signIns: string[] = []
  const mails: ReceivedMail[] = []
  const [refused, busy] = [new Set<string>(), new Set<string>()]
  const refusal = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode })
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username = '', password }, _session, done) => {
      signIns.push(username)
      if (username !== 'sch@eduler' || password !== mailPassword) return done(refusal('Wrong password', 535))
      done(null, { user: username })
    },
    onRcptTo: ({ address }, _session, done) => {
      if (refused.has(address)) return done(refusal(`No mailbox ${address}`, 550))
      done(busy.has(address) ? refusal(`Try ${address} later`, 451) : null)
    },
    onData: async (stream, { envelope }, done) => {
      const raw = await text(stream)
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const to = envelope.rcptTo.map(({ address }) => address)
      mails.push(read(raw, from, to))
      done()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, host, () => resolve()))
  const { port: chosen } = server.server.address() as AddressInfo
  return {
    url: mailUrl(chosen, host),
    mails,
    signIns,
    refused,
    busy,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
