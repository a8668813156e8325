import { randomUUID } from 'node:crypto'
import { type LiveEvent, LiveMessage, liveResources } from '#contract/live-events.ts'
import type { NotificationInput } from '#contract/notifications.ts'
import { readWireNames } from '#contract/wire-names.ts'
import { type AppServices, mintTenantContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { postNotification } from '../services/notifications/post-notification.ts'
import { type PersonalMessage, personalChannel } from '../services/records/announce-notifications.ts'
import { changesChannel } from '../services/records/store-history.ts'
import { findEndedSessions } from '../services/sessions/load-session.ts'
import { type NotificationHolder, stillStands } from '../services/sessions/notification-token.ts'
import { type SessionsEnded, sessionsChannel } from '../services/sessions/sessions.ts'
import { closeCode, type LiveSocket, type LiveSocketEvents } from './live-socket.ts'
import { Presence } from './presence.ts'
import { RecentMessages } from './recent-messages.ts'

type Heard = Extract<LiveEvent, { type: 'heard' }>

const unsaid = 'This could not be sent.'

/** Stores a note that came over the socket, in the name of the ticket's current session; the answer is the outcome. */
const sendNote = async (app: AppServices, from: NotificationHolder, note: NotificationInput): Promise<Heard> => {
  const heard = (error: string | null): Heard => ({ type: 'heard', id: note.id ?? null, error })
  try {
    const holder = await stillStands(app, from)
    if (!holder) return heard(unsaid)
    const { userId, userName, role, workCenterIds, timeZone, tenantId } = holder
    const requestId = `live-${randomUUID()}`
    const facts = { app, userId, userName, role, workCenterIds, timeZone, requestId, clientId: null, tenantId }
    await postNotification(mintTenantContext({ ...facts, source: 'screen' }), note)
    return heard(null)
  } catch (error) {
    return heard(error instanceof AppError ? error.message : unsaid)
  }
}

/** Parses a message of a browser; null when it is not valid. */
const hearMessage = (text: string): ReturnType<typeof LiveMessage.parse> | null => {
  try {
    const message = LiveMessage.safeParse(readWireNames(JSON.parse(text)))
    return message.success ? message.data : null
  } catch {
    return null
  }
}

/** Time for a closing socket to end properly. */
const goodbyeMs = 500

const frameOf = (event: LiveEvent): string => JSON.stringify(event)

/** The sockets of this process, by organization. The hub passes on the messages of the database's channels. */
export class LiveHub implements LiveSocketEvents {
  /** Number of messages from browsers that the server does not know. */
  ignored = 0
  readonly #app: AppServices
  readonly #presence: Presence
  readonly #byTenant = new Map<string, Set<LiveSocket>>()
  readonly #recent = new RecentMessages()
  readonly #stopListening: Promise<(() => Promise<void>)[]>

  constructor(app: AppServices, presenceEveryMs?: number) {
    this.#app = app
    this.#presence = new Presence(
      app,
      (tenantId, people) => this.#send(tenantId, { type: 'presence', people }),
      presenceEveryMs,
    )
    this.#stopListening = Promise.all([
      app.db.listen(changesChannel, {
        onMessage: (payload) => this.#deliver(payload),
        onGap: () => this.#announceGap(),
      }),
      app.db.listen(personalChannel, {
        onMessage: (payload) => this.#deliverPersonal(payload),
        onGap: () => this.#recent.gap(),
      }),
      app.db.listen(sessionsChannel, {
        onMessage: (payload) => this.#endSessions((JSON.parse(payload) as SessionsEnded).sessionHashes),
        onGap: () => void this.closeEnded().catch(() => undefined),
      }),
    ])
  }

  /** Resolves when every change from now on is received. */
  async ready(): Promise<void> {
    await this.#stopListening
    this.#recent.gap()
    await this.#presence.ready()
  }

  add(socket: LiveSocket): void {
    const { tenantId, userId } = socket.holder
    const sockets = this.#byTenant.get(tenantId) ?? new Set()
    const { knownForMs, events } = this.#recent.of(tenantId, userId)
    socket.send(frameOf({ type: 'hello', knownForMs }))
    for (const event of events) socket.send(frameOf(event))
    this.#byTenant.set(tenantId, sockets.add(socket))
    const people = this.#presence.of(tenantId)
    if (people.length > 0) socket.send(frameOf({ type: 'presence', people }))
  }

  onText(socket: LiveSocket, text: string): void {
    const message = hearMessage(text)
    if (!message) this.ignored += 1
    else if (message.type === 'notification') {
      void sendNote(this.#app, socket.holder, message.data).then((heard) => socket.send(frameOf(heard)))
    } else {
      const { projectId, screen, clientId = null } = message
      this.#presence.move(socket, { projectId, screen, clientId })
      socket.send(frameOf({ type: 'heard', id: null, error: null }))
    }
  }

  onGone(socket: LiveSocket): void {
    this.#presence.leave(socket)
    const { tenantId } = socket.holder
    const sockets = this.#byTenant.get(tenantId)
    sockets?.delete(socket)
    if (sockets?.size === 0) this.#byTenant.delete(tenantId)
  }

  /** Number of open sockets of one user, in all organizations. */
  countOf(userId: string): number {
    return this.#all().filter(({ holder }) => holder.userId === userId).length
  }

  /** Number of open sockets of this process. */
  count(): number {
    return this.#all().length
  }

  pingAll(): void {
    for (const socket of this.#all()) socket.ping()
  }

  /** Closes sockets whose session expired, or ended without a message. */
  async closeEnded(): Promise<void> {
    const hashes = [...new Set(this.#all().map(({ holder }) => holder.sessionHash))]
    this.#endSessions(await findEndedSessions(this.#app, hashes))
  }

  async close(): Promise<void> {
    for (const socket of this.#all()) socket.close(closeCode.goingAway, 'The server is stopping')
    const giveUp = setTimeout(() => {
      for (const socket of this.#all()) socket.terminate()
    }, goodbyeMs)
    await this.#presence.close()
    const stops = await this.#stopListening.catch(() => [])
    await Promise.all(stops.map((stop) => stop()))
    while (this.#byTenant.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
    clearTimeout(giveUp)
  }

  /** The organization comes from the database's message, the receivers from their tickets: nothing comes from a browser. */
  #deliver(payload: string): void {
    const { tenantId, event } = JSON.parse(payload) as { tenantId: string; event: LiveEvent }
    // A new page loads the people anyway, and a repeated message would reload a form while a person fills it in.
    if (event.type === 'changed' && event.resource !== 'users') this.#recent.add({ tenantId, userIds: null, event })
    this.#send(tenantId, event)
  }

  #deliverPersonal(payload: string): void {
    const { tenantId, userIds, event } = JSON.parse(payload) as PersonalMessage
    const wanted = new Set(userIds)
    this.#recent.add({ tenantId, userIds: [...wanted], event })
    this.#send(tenantId, event, ({ holder }) => wanted.has(holder.userId))
  }

  #send(tenantId: string, event: LiveEvent, isFor: (socket: LiveSocket) => boolean = () => true): void {
    const sockets = this.#byTenant.get(tenantId)
    if (!sockets) return
    const frame = frameOf(event)
    for (const socket of sockets) if (isFor(socket)) socket.send(frame)
  }

  /** Tells all clients to read everything again, because changes may have been missed. */
  #announceGap(): void {
    this.#recent.gap()
    for (const resource of liveResources) {
      const frame = frameOf({ type: 'changed', resource, items: [], clientId: null })
      for (const socket of this.#all()) socket.send(frame)
    }
  }

  #endSessions(sessionHashes: readonly string[]): void {
    const ended = new Set(sessionHashes)
    for (const socket of this.#all()) {
      if (!ended.has(socket.holder.sessionHash)) continue
      socket.send(frameOf({ type: 'session' }))
      socket.close(closeCode.sessionEnded, 'The session has ended')
    }
  }

  #all(): LiveSocket[] {
    return [...this.#byTenant.values()].flatMap((sockets) => [...sockets])
  }
}
