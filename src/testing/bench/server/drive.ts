import { Agent, request } from 'node:http'

/** One request of a load. */
export interface Ask {
  readonly method?: 'GET' | 'PATCH' | 'POST' | 'PUT'
  readonly path: string
  readonly session?: string
  readonly body?: unknown
  /** Address the caller seems to have, behind the proxy that this is. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface DriveResult {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers that were no success, by status; 0 = no answer. */
  readonly failed: Readonly<Record<number, number>>
}

interface Load {
  readonly port: number
  /** How many ask at the same time, each one after another. */
  readonly callers: number
  /** Until so many answers, or as long as it returns true. */
  readonly goesOn: (answers: number, elapsedMs: number) => boolean
  readonly ask: (caller: number) => Ask
  /** Longest pause of a caller between two requests, in ms; half of it on average. */
  readonly pauseMs?: number
}

const ownHeaders = { 'x-requested-with': 'bench', 'sec-fetch-site': 'same-origin' }

export interface Answered {
  /** 0 = no answer. */
  readonly status: number
  /** As they came over the wire. */
  readonly bytes: number
  /** Of whoever wants it, packed as `encoding` says. */
  readonly body: Buffer | null
  readonly encoding: string
}

/** Asks one thing, and reads the answer to its last byte; `wantsBody` keeps that. */
export const send = (agent: Agent, port: number, what: Ask, wantsBody = false): Promise<Answered> =>
  new Promise((resolve) => {
    const { method = 'GET', path, session, body, from, headers } = what
    const sent = request(
      {
        ...{ agent, port, method, host: '127.0.0.1', path: `/api${path}` },
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
          }),
        )
      },
    )
    sent.once('error', () => resolve({ status: 0, bytes: 0, body: null, encoding: '' }))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** The value below which a share of all lies. */
export const percentile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0

/** Asks over kept connections and times every answer to its last byte. */
export const drive = async ({ port, callers, goesOn, ask, pauseMs = 0 }: Load): Promise<DriveResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const times: number[] = []
  const failed: Record<number, number> = {}
  const startedAtMs = performance.now()
  const elapsedMs = () => performance.now() - startedAtMs
  const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs))
  const caller = async (number: number) => {
    // Nor do they all begin in the same instant.
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
    ...{ requests: times.length, perSecond: times.length / seconds, failed },
    ...{ p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) },
  }
}
