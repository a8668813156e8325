import { randomUUID } from 'node:crypto'
import type { PresenceScreen, PresentPerson } from '#contract/live-events.ts'
import type { AppServices } from '../context.ts'
import { announcePresence, type PresenceNews, presenceChannel } from '../services/presence/announce-presence.ts'
import type { LiveSocket } from './live-socket.ts'
import { entryExpiresMs, PresentPeople } from './present-people.ts'

export interface Place {
  readonly projectId: string | null
  readonly screen: PresenceScreen
  readonly clientId: string | null
}

const flushMs = 1_000
/** Every process repeats its own entries, so that those of a process that died expire. */
const repeatMs = entryExpiresMs / 2.5

/**
 * Who looks at what. Every process tells the others of its own sockets, at most once a second, and hands what it hears
 * to its sockets. Nothing is stored: entries live in memory, and expire unless repeated.
 */
export class Presence {
  readonly #app: AppServices
  readonly #tell: (tenantId: string, people: PresentPerson[]) => void
  readonly #people = new PresentPeople()
  readonly #places = new Map<LiveSocket, { readonly socketId: string; readonly place: Place }>()
  readonly #gone: PresenceNews[] = []
  readonly #unsaid = new Set<LiveSocket>()
  readonly #changed = new Set<string>()
  readonly #timers: NodeJS.Timeout[]
  readonly #listening: Promise<() => Promise<void>>
  #flushing: Promise<void> = Promise.resolve()

  constructor(app: AppServices, tell: (tenantId: string, people: PresentPerson[]) => void, everyMs = flushMs) {
    this.#app = app
    this.#tell = tell
    this.#listening = app.db.listen(presenceChannel, { onMessage: (payload) => this.#hear(payload) })
    this.#timers = [
      setInterval(() => this.#flush(), everyMs),
      setInterval(() => this.#repeat(), repeatMs),
      setInterval(() => this.#tellChanged(), everyMs),
    ]
  }

  async ready(): Promise<void> {
    await this.#listening
  }

  /** A socket says where its tab is. */
  move(socket: LiveSocket, place: Place): void {
    const known = this.#places.get(socket)
    if (known && JSON.stringify(known.place) === JSON.stringify(place)) return
    this.#places.set(socket, { socketId: known?.socketId ?? randomUUID(), place })
    this.#unsaid.add(socket)
  }

  leave(socket: LiveSocket): void {
    const known = this.#places.get(socket)
    this.#places.delete(socket)
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
    for (const socket of this.#places.keys()) this.#unsaid.add(socket)
  }

  #tellChanged(): void {
    for (const tenantId of this.#changed) this.#tell(tenantId, this.#people.of(tenantId))
    this.#changed.clear()
  }

  #flush(): void {
    if (this.#unsaid.size + this.#gone.length === 0) return
    const gone = this.#gone.splice(0)
    const sockets = [...this.#unsaid]
    this.#unsaid.clear()
    const here = sockets.flatMap((socket) => {
      const known = this.#places.get(socket)
      const { tenantId, userId } = socket.holder
      return known ? [{ ...known.place, socketId: known.socketId, tenantId, userId }] : []
    })
    this.#flushing = this.#flushing
      .then(() => announcePresence(this.#app, here, gone))
      // Said again with the next repetition; those who are gone expire.
      .catch(() => undefined)
  }
}
