import { randomUUID } from 'node:crypto'
import type { PresenceScreen, PresentPerson } from '#contract/live-events.ts'
import type { AppServices } from '../context.ts'
import { announcePresence, type PresenceNews, presenceChannel } from '../services/users/announce-presence.ts'
import type { LiveSocket } from './live-socket.ts'

/** An entry that its server has not repeated for this long has ended with that server. */
const entryExpiresMs = 50_000
const maxPeople = 200

interface Entry {
  readonly person: PresentPerson
  readonly heardAtMs: number
}

/** The people present, by organization and socket, as far as this process knows; `atMs` is a clock that never goes back. */
class PresentPeople {
  readonly #byTenant = new Map<string, Map<string, Entry>>()

  /** Stores one entry (null = gone); returns whether the visible list changes. */
  hear(tenantId: string, socketId: string, person: PresentPerson | null, atMs: number): boolean {
    const entries = this.#byTenant.get(tenantId) ?? new Map<string, Entry>()
    const before = entries.get(socketId)?.person ?? null
    if (person) this.#byTenant.set(tenantId, entries.set(socketId, { person, heardAtMs: atMs }))
    else entries.delete(socketId)
    if (entries.size === 0) this.#byTenant.delete(tenantId)
    return JSON.stringify(before) !== JSON.stringify(person)
  }

  /** Drops entries that were not repeated. Returns the organizations in which a person left. */
  expire(atMs: number): string[] {
    const changed = new Set<string>()
    for (const [tenantId, entries] of this.#byTenant) {
      for (const [socketId, { heardAtMs }] of entries) {
        if (atMs - heardAtMs < entryExpiresMs) continue
        this.hear(tenantId, socketId, null, atMs)
        changed.add(tenantId)
      }
    }
    return [...changed]
  }

  of(tenantId: string): PresentPerson[] {
    return [...(this.#byTenant.get(tenantId)?.values() ?? [])].slice(0, maxPeople).map(({ person }) => person)
  }
}

interface ViewedPage {
  readonly projectId: string | null
  readonly screen: PresenceScreen
  readonly clientId: string | null
}

const flushMs = 1_000
/** Every process repeats its own entries, so that the entries of a dead process expire. */
const repeatMs = entryExpiresMs / 2.5

/**
 * The screens that people look at. Every process announces its own sockets to the others, at most once a second, and
 * passes on their announcements to its sockets. Entries are only in memory, and expire unless repeated.
 */
export class Presence {
  readonly #app: AppServices
  readonly #send: (tenantId: string, people: PresentPerson[]) => void
  readonly #people = new PresentPeople()
  readonly #pages = new Map<LiveSocket, { readonly socketId: string; readonly page: ViewedPage }>()
  readonly #gone: PresenceNews[] = []
  readonly #unsaid = new Set<LiveSocket>()
  readonly #changed = new Set<string>()
  readonly #timers: NodeJS.Timeout[]
  readonly #listening: Promise<() => Promise<void>>
  #flushing: Promise<void> = Promise.resolve()

  constructor(app: AppServices, send: (tenantId: string, people: PresentPerson[]) => void, everyMs = flushMs) {
    this.#app = app
    this.#send = send
    this.#listening = app.db.listen(presenceChannel, { onMessage: (payload) => this.#hear(payload) })
    this.#timers = [
      setInterval(() => this.#flush(), everyMs),
      setInterval(() => this.#repeat(), repeatMs),
      setInterval(() => this.#sendChanged(), everyMs),
    ]
  }

  async ready(): Promise<void> {
    await this.#listening
  }

  /** Records the page that a socket's tab shows. */
  move(socket: LiveSocket, page: ViewedPage): void {
    const known = this.#pages.get(socket)
    if (known && JSON.stringify(known.page) === JSON.stringify(page)) return
    this.#pages.set(socket, { socketId: known?.socketId ?? randomUUID(), page })
    this.#unsaid.add(socket)
  }

  leave(socket: LiveSocket): void {
    const known = this.#pages.get(socket)
    this.#pages.delete(socket)
    this.#unsaid.delete(socket)
    if (known) this.#gone.push({ tenantId: socket.holder.tenantId, socketId: known.socketId, person: null })
  }

  of(tenantId: string): PresentPerson[] {
    return this.#people.of(tenantId)
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#flush()
    await this.#flushing
    const stop = await this.#listening.catch(() => undefined)
    await stop?.()
  }

  #hear(payload: string): void {
    for (const { tenantId, socketId, person } of JSON.parse(payload) as PresenceNews[]) {
      if (this.#people.hear(tenantId, socketId, person, performance.now())) this.#changed.add(tenantId)
    }
  }

  #repeat(): void {
    for (const tenantId of this.#people.expire(performance.now())) this.#changed.add(tenantId)
    for (const socket of this.#pages.keys()) this.#unsaid.add(socket)
  }

  #sendChanged(): void {
    for (const tenantId of this.#changed) this.#send(tenantId, this.#people.of(tenantId))
    this.#changed.clear()
  }

  #flush(): void {
    if (this.#unsaid.size + this.#gone.length === 0) return
    const gone = this.#gone.splice(0)
    const sockets = [...this.#unsaid]
    this.#unsaid.clear()
    const here = sockets.flatMap((socket) => {
      const known = this.#pages.get(socket)
      const { tenantId, userId } = socket.holder
      return known ? [{ ...known.page, socketId: known.socketId, tenantId, userId }] : []
    })
    this.#flushing = this.#flushing
      .then(() => announcePresence(this.#app, here, gone))
      // The next repetition announces it again; people who left expire.
      .catch(() => undefined)
  }
}
