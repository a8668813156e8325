import { randomUUID } from 'node:crypto'
import type { CrashReport } from '#contract/error-reports.ts'
import { minuteMs } from '#domain/time/units.ts'

interface Dsn {
  readonly publicKey: string
  /** Address that envelopes are posted to. */
  readonly url: string
}

/** Reads 'https://key@host/path/project'; null when a part is missing. */
export const readDsn = (text: string): Dsn | null => {
  if (!URL.canParse(text)) return null
  const { protocol, host, username, pathname } = new URL(text)
  const parts = pathname.split('/').filter(Boolean)
  const project = parts.pop()
  if (username === '' || project === undefined) return null
  const path = ['', ...parts, 'api', project, 'envelope', ''].join('/')
  return { publicKey: username, url: `${protocol}//${host}${path}` }
}

/** Limits for reports in a minute: from one address, and from all together. */
const mostOfAddress = 5
const mostOfAll = 30
const patienceMs = 5_000

export interface ErrorReporter {
  /** `address` is that of the caller; null = unknown. Resolves to false when there were too many reports within a minute. */
  report(crash: CrashReport, address: string | null): Promise<boolean>
}

interface ReporterOptions {
  /** DSN of the server's settings; without one the server's log is the report. */
  readonly dsn: string | undefined
  /** Writes a crash to the server's log: also one that the address of the DSN did not take. */
  readonly log: (crash: CrashReport) => void
  readonly now: () => Date
  readonly post?: typeof fetch
}

/** An event in Sentry's envelope format: where the program broke, without data of the person or the work. */
const envelopeOf = ({ name, frames, route, part }: CrashReport, at: Date): string => {
  const eventId = randomUUID().replaceAll('-', '')
  const stack = frames.map(({ functionName, file, line, column }) => ({
    function: functionName,
    filename: file,
    lineno: line,
    colno: column,
  }))
  const event = {
    event_id: eventId,
    timestamp: at.getTime() / 1000,
    platform: 'javascript',
    level: part === 'page' ? 'fatal' : 'error',
    transaction: route,
    // In Sentry's format the innermost frame is the last.
    exception: { values: [{ type: name, stacktrace: { frames: stack.reverse() } }] },
  }
  const lines = [{ event_id: eventId, sent_at: at.toISOString() }, { type: 'event' }, event]
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

/** Passes crashes of the page on to the address of the settings, never to an address that a browser sends, or else to the log. */
export const createErrorReporter = ({ dsn, log, now, post = fetch }: ReporterOptions): ErrorReporter => {
  const target = dsn === undefined ? null : readDsn(dsn)
  let windowStartMs = 0
  let all = 0
  let byAddress = new Map<string | null, number>()
  const mayPass = (address: string | null): boolean => {
    const atMs = now().getTime()
    if (atMs - windowStartMs >= minuteMs) {
      windowStartMs = atMs
      all = 0
      byAddress = new Map()
    }
    const ofAddress = byAddress.get(address) ?? 0
    if (all >= mostOfAll || ofAddress >= mostOfAddress) return false
    all += 1
    byAddress.set(address, ofAddress + 1)
    return true
  }
  const isDelivered = async (crash: CrashReport, { url, publicKey }: Dsn): Promise<boolean> => {
    try {
      const answer = await post(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          'Content-Type': 'application/x-sentry-envelope',
          'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=scheduler/1, sentry_key=${publicKey}`,
        },
        body: envelopeOf(crash, now()),
      })
      return answer.ok
    } catch {
      return false
    }
  }
  return {
    report: async (crash, address) => {
      if (!mayPass(address)) return false
      if (!target || !(await isDelivered(crash, target))) log(crash)
      return true
    },
  }
}
