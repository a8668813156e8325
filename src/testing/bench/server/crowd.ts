import { once } from 'node:events'
import { Agent } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type QueryClient, QueryObserver, QueryClient as TanstackClient } from '@tanstack/react-query'
import { WebSocket } from 'ws'
import type { LiveEvent, LiveResource } from '#contract/live-events.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { applyEvent } from '#web/live/apply-event.ts'
import { type Answered, type Ask, percentile, send } from './drive.ts'
import { editPlan } from './edit-plan.ts'
import type { Shop } from './serve-product.ts'

/** The query that a browser shows; its cache and its reaction to events are those of the product. */
interface Asking {
  readonly key: readonly [LiveResource, ...string[]]
  readonly path: string
  /** The answer contains its change number, and the next request asks for changes since. */
  readonly asksSince: boolean
}
export const screens = {
  schedule: [{ key: ['schedule', 'plan'], path: '/schedule', asksSince: true }],
  projects: [{ key: ['projects', 'list'], path: '/projects/columns', asksSince: true }],
  operations: [
    { key: ['operations', 'rows'], path: '/operations?tab=all&offset=0&limit=100', asksSince: false },
    { key: ['operations', 'overdueCount'], path: '/operations?tab=overdue&limit=0', asksSince: false },
  ],
} as const satisfies Record<string, readonly Asking[]>
export type ScreenName = keyof typeof screens

interface Read {
  readonly askedAtMs: number
  readonly hereAtMs: number
  readonly bytes: number
  readonly isPatch: boolean
}

interface Held {
  readonly change: number | null
  /** What to ask with for the rest of the changes; null = there is none. */
  readonly rest: string | null
}

const acceptEncoding = 'gzip, deflate, br'
const unpackers: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

const heldOf = ({ body, encoding }: Answered): Held => {
  const text = body === null ? '' : (unpackers[encoding]?.(body) ?? body).toString()
  const change = /"change":(\d+)/.exec(text)?.[1]
  return { change: change === undefined ? null : Number(change), rest: /"rest":"([^"]+)"/.exec(text)?.[1] ?? null }
}

const versionOf = (id: string | undefined, version: number | undefined): string => `${id} ${version}`

/** One browser: a session, a socket, a cache, a screen. */
class Browser {
  readonly screen: ScreenName
  readonly reads: Read[] = []
  /** When a version of a record was announced to this browser, by `versionOf`. */
  readonly heardAtMs = new Map<string, number>()
  failed = 0
  readonly #port: number
  readonly #session: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 6 })
  readonly #cache: QueryClient = new TanstackClient()
  readonly #leaving: (() => void)[] = []

  constructor(port: number, session: string, screen: ScreenName) {
    this.#port = port
    this.#session = session
    this.screen = screen
  }

  async open(): Promise<void> {
    const ask = async (path: string, headers?: Record<string, string>) => {
      const { body } = await send(
        this.#agent,
        this.#port,
        { method: 'POST', path, session: this.#session, headers },
        true,
      )
      return JSON.parse(String(body)) as { token: string; ticket: string }
    }
    const { token } = await ask('/auth/notification-token')
    const { ticket } = await ask('/notifications/ticket', { authorization: `Bearer ${token}` })
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/api/live?token=${ticket}`, {
      origin: 'http://localhost',
    })
    socket.on('message', (data) => this.#hear(JSON.parse(String(data)) as LiveEvent))
    await once(socket, 'open')
    this.#leaving.push(() => socket.terminate())
    for (const asking of screens[this.screen]) await this.#show(asking)
  }

  #hear(event: LiveEvent): void {
    if (event.type === 'changed') {
      for (const { id, version } of event.items) this.heardAtMs.set(versionOf(id, version), performance.now())
    }
    applyEvent(this.#cache, event)
  }

  /** Shows a query and resolves with its first answer. */
  async #show(asking: Asking): Promise<void> {
    const queryKey = tenantKey(...asking.key)
    const options = {
      queryKey,
      queryFn: () => this.#read(asking, this.#cache.getQueryData<Held>(queryKey)),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }
    const observer = new QueryObserver(this.#cache, options)
    await new Promise<void>((resolve) => {
      const leave = observer.subscribe(({ isFetched }) => isFetched && resolve())
      this.#leaving.push(leave)
    })
  }

  async #read(asking: Asking, held: Held | undefined): Promise<Held> {
    const { path, asksSince } = asking
    const askedAtMs = performance.now()
    const since = held?.change ?? null
    const rest = held?.rest ? `&rest=${held.rest}` : ''
    const what: Ask = {
      path: since === null ? path : `${path}?since=${since}${rest}`,
      session: this.#session,
      headers: { 'accept-encoding': acceptEncoding },
    }
    const answered = await send(this.#agent, this.#port, what, asksSince)
    const { status, bytes } = answered
    if (status !== 200) {
      this.failed += 1
      throw new Error(`${path} was answered with ${status}`)
    }
    this.reads.push({ askedAtMs, hereAtMs: performance.now(), bytes, isPatch: since !== null })
    const now = heldOf(answered)
    return now.rest === null ? now : this.#read(asking, now)
  }

  close(): void {
    for (const leave of this.#leaving) leave()
    this.#cache.clear()
    this.#agent.destroy()
  }
}

export interface CrowdPlan {
  /** At least this long, and until everything else has ended. */
  readonly seconds: number
  readonly editsPerMinute: number
  readonly browsers: Readonly<Record<ScreenName, number>>
}

export interface ScreenFigures {
  readonly behindMs: { readonly p50: number; readonly p95: number; readonly most: number }
  /** Edits that never arrived. */
  readonly missed: number
  readonly readMs: { readonly p50: number; readonly p95: number }
  readonly readsEach: number
  readonly kilobytesEach: number
  readonly patches: number
  readonly failed: number
}
export interface CrowdFigures {
  readonly edits: number
  readonly failed: Readonly<Record<number, number>>
  readonly editMs: { readonly p50: number; readonly p95: number; readonly most: number }
  readonly screens: Readonly<Record<ScreenName, ScreenFigures>>
}

/** An edit that a screen does not show after this time counts as missed. */
const lastEditsMs = 30_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

interface Edit {
  /** When the editor had the answer. */
  readonly savedAtMs: number
  /** The edited record in the new version, by `versionOf`. */
  readonly edited: string
}

/**
 * How long after each edit a screen had an answer that contains it. Every request sent after the commit gets one, and a browser often
 * hears of the commit before the editor gets the answer. Infinity = not yet.
 */
const behind = ({ reads, heardAtMs }: Browser, edits: readonly Edit[]): number[] =>
  edits.map(({ savedAtMs, edited }) => {
    const fromMs = Math.min(savedAtMs, heardAtMs.get(edited) ?? savedAtMs)
    const arrivals = reads.filter(({ askedAtMs }) => askedAtMs >= fromMs).map(({ hereAtMs }) => hereAtMs - savedAtMs)
    return Math.max(0, Math.min(...arrivals))
  })

const showsAll = (browser: Browser, edits: readonly Edit[]): boolean =>
  behind(browser, edits.slice(-1)).every(Number.isFinite)

const figuresOf = (browsers: readonly Browser[], edits: readonly Edit[], sinceMs: number): ScreenFigures => {
  const delays = browsers.flatMap((browser) => behind(browser, edits))
  const came = delays.filter(Number.isFinite)
  const reads = browsers.flatMap((browser) => browser.reads.filter(({ askedAtMs }) => askedAtMs >= sinceMs))
  const times = reads.map(({ askedAtMs, hereAtMs }) => hereAtMs - askedAtMs)
  const bytes = reads.reduce((sum, read) => sum + read.bytes, 0)
  return {
    behindMs: { p50: percentile(came, 0.5), p95: percentile(came, 0.95), most: Math.max(0, ...came) },
    missed: delays.length - came.length,
    readMs: { p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
    readsEach: reads.length / browsers.length,
    kilobytesEach: bytes / 1_024 / browsers.length,
    patches: reads.filter(({ isPatch }) => isPatch).length,
    failed: browsers.reduce((sum, { failed }) => sum + failed, 0),
  }
}

/** Some users look at screens while others edit the plan at regular intervals, without waiting for answers. */
export const runCrowd = async (
  port: number,
  shop: Shop,
  plan: CrowdPlan,
  meanwhile: () => Promise<void>,
): Promise<CrowdFigures> => {
  const names = Object.keys(screens) as ScreenName[]
  const seats = names.flatMap((name) => Array.from({ length: plan.browsers[name] }, () => name))
  const crowd = seats.map((name, at) => new Browser(port, shop.sessions[at % shop.sessions.length] ?? '', name))
  for (const browser of crowd) await browser.open()
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const edits: Edit[] = []
  const failed: Record<number, number> = {}
  const edit = async (number: number) => {
    const askedAtMs = performance.now()
    const what = editPlan(shop, shop.sessions[number % shop.sessions.length])
    const { status, body } = await send(agent, port, what, true)
    const savedAtMs = performance.now()
    times.push(savedAtMs - askedAtMs)
    if (status >= 200 && status < 300) {
      const { version } = JSON.parse(String(body)) as { version?: number }
      edits.push({ savedAtMs, edited: versionOf(what.path.split('/').at(-1), version) })
    } else failed[status] = (failed[status] ?? 0) + 1
  }
  const startedAtMs = performance.now()
  const everyMs = 60_000 / plan.editsPerMinute
  const editing: Promise<void>[] = []
  let isOver = false
  const other = meanwhile().finally(() => {
    isOver = true
  })
  for (let number = 0; number * everyMs < plan.seconds * 1_000 || !isOver; number += 1) {
    await pause(startedAtMs + number * everyMs - performance.now())
    editing.push(edit(number))
  }
  await Promise.all(editing)
  await other
  const untilMs = performance.now() + lastEditsMs
  while (!crowd.every((browser) => showsAll(browser, edits)) && performance.now() < untilMs) await pause(50)
  const figures = {
    edits: times.length,
    failed,
    editMs: { p50: percentile(times, 0.5), p95: percentile(times, 0.95), most: Math.max(0, ...times) },
    screens: Object.fromEntries(
      names.map((name) => [
        name,
        figuresOf(
          crowd.filter(({ screen }) => screen === name),
          edits,
          startedAtMs,
        ),
      ]),
    ) as Record<ScreenName, ScreenFigures>,
  }
  for (const browser of crowd) browser.close()
  agent.destroy()
  return figures
}
