import { Agent, request } from 'node:http'

/** One request of a load. */
export interface Ask {
  readonly method?: 'GET' | 'PATCH' | 'POST' | 'PUT'
  readonly path: string
  readonly session?: string
  readonly body?: unknown
  /** Address the caller seems to have, behind the proxy that this is. */
  readonly from?: string
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

const headers = { 'x-requested-with': 'bench', 'sec-fetch-site': 'same-origin' }

/** Asks over kept connections and times every answer to its last byte. */
export const drive = async ({ port, callers, goesOn, ask, pauseMs = 0 }: Load): Promise<DriveResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const times: number[] = []
  const failed: Record<number, number> = {}
  const send = ({ method = 'GET', path, session, body, from }: Ask): Promise<number> =>
    new Promise((resolve) => {
      const sent = request(
        {
          ...{ agent, port, method, host: '127.0.0.1', path: `/api${path}` },
          headers: {
            ...headers,
            ...(session && { cookie: `__Host-sid=${session}` }),
            ...(from && { 'x-forwarded-for': from }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
        },
        (answer) => {
          answer.resume()
          answer.once('end', () => resolve(answer.statusCode ?? 0))
        },
      )
      sent.once('error', () => resolve(0))
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  const startedAtMs = performance.now()
  const elapsedMs = () => performance.now() - startedAtMs
  const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs))
  const caller = async (number: number) => {
    // Nor do they all begin in the same instant.
    if (pauseMs > 0) await pause()
    while (goesOn(times.length, elapsedMs())) {
      const askedAtMs = performance.now()
      const status = await send(ask(number))
      times.push(performance.now() - askedAtMs)
      if (status < 200 || status > 299) failed[status] = (failed[status] ?? 0) + 1
      if (pauseMs > 0) await pause()
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))
  const seconds = elapsedMs() / 1_000
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { requests: times.length, perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failed }
}
