import { Agent, request } from 'node:http'

/** One request of a load. */
export interface Ask {
  readonly method?: 'GET' | 'PATCH' | 'POST' | 'PUT'
  readonly path: string
  readonly session?: string
  readonly body?: unknown
  /** The address of the caller, as a proxy would report it. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface DriveResult {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Unsuccessful answers by status; 0 = no answer. */
  readonly failed: Readonly<Record<number, number>>
}

interface Load {
  readonly port: number
  /** The number of callers, each of which sends one request after another. */
  readonly callers: number
  /** The number of answers, or a function that returns true while the load continues. */
  readonly goesOn: (answers: number, elapsedMs: number) => boolean
  readonly ask: (caller: number) => Ask
  /** Longest pause of a caller between two requests, in ms; half of it on average. */
  readonly pauseMs?: number
}

const ownHeaders = { 'x-requested-with': 'bench', 'sec-fetch-site': 'same-origin' }

export interface Answered {
  /** 0 = no answer. */
  readonly status: number
  /** Bytes as sent over the network. */
  readonly bytes: number
  /** The body if requested, compressed with `encoding`. */
  readonly body: Buffer | null
  readonly encoding: string
  /** The cookies that it sets, each as `name=value`. */
  readonly cookies: readonly string[]
}

/** Sends one request and reads the answer to its last byte; `wantsBody` keeps the body. */
export const send = (agent: Agent, port: number, what: Ask, wantsBody = false): Promise<Answered> =>
  new Promise((resolve) => {
    const { method = 'GET', path, session, body, from, headers } = what
    const sent = request(
      {
        agent,
        port,
        method,
        host: '127.0.0.1',
        path: `/api${path}`,
        headers: {
          ...ownHeaders,
          ...(session && { cookie: `__Host-sid=${session}` }),
          ...(from && { 'x-forwarded-for': from }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => {
        let bytes = 0
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          if (wantsBody) parts.push(part)
        })
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            bytes,
            body: wantsBody ? Buffer.concat(parts) : null,
            encoding: String(answer.headers['content-encoding'] ?? ''),
            cookies: (answer.headers['set-cookie'] ?? []).map((text) => text.split(';', 1)[0] ?? ''),
          }),
        )
      },
    )
    sent.once('error', () => resolve({ status: 0, bytes: 0, body: null, encoding: '', cookies: [] }))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** The quantile: the value below which a share of all values lies. */
export const percentile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0

/** Sends requests over open connections and times every answer to its last byte. */
export const drive = async ({ port, callers, goesOn, ask, pauseMs = 0 }: Load): Promise<DriveResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const times: number[] = []
  const failed: Record<number, number> = {}
  const startedAtMs = performance.now()
  const elapsedMs = () => performance.now() - startedAtMs
  const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs))
  const caller = async (number: number) => {
    // The callers do not all begin at the same instant.
    if (pauseMs > 0) await pause()
    while (goesOn(times.length, elapsedMs())) {
      const askedAtMs = performance.now()
      const { status } = await send(agent, port, ask(number))
      times.push(performance.now() - askedAtMs)
      if (status < 200 || status > 299) failed[status] = (failed[status] ?? 0) + 1
      if (pauseMs > 0) await pause()
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))
  const seconds = elapsedMs() / 1_000
  agent.destroy()
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    failed,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}
