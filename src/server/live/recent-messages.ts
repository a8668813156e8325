import type { LiveEvent } from '#contract/live-events.ts'

/** Much longer than the time from the first reading of a page until its socket is open. */
const keptMs = 60_000
const mostKept = 2_000

/** A message to an organization's sockets: to all, or to those of some users. */
export interface SentMessage {
  readonly tenantId: string
  readonly userIds: readonly string[] | null
  readonly event: LiveEvent
}

/** The messages of the last minute, for new sockets: they may come between the readings of a page and its socket. */
export class RecentMessages {
  readonly #clock: () => number
  #messages: (SentMessage & { readonly atMs: number })[] = []
  /** No message since then is missing. */
  #completeSinceMs: number

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
    this.#completeSinceMs = clock()
  }

  add(message: SentMessage): void {
    const atMs = this.#clock()
    this.#messages.push({ ...message, atMs })
    const tooMany = this.#messages.length - mostKept
    if (tooMany > 0) this.#completeSinceMs = this.#messages[tooMany]?.atMs ?? atMs
    const first = this.#messages.findIndex((kept, index) => index >= tooMany && kept.atMs >= atMs - keptMs)
    if (first > 0) this.#messages = this.#messages.slice(first)
  }

  /** Messages may have been missed: nothing before this moment is known. */
  gap(): void {
    this.#messages = []
    this.#completeSinceMs = this.#clock()
  }

  /** The messages that a user's socket in an organization has missed, and how far back they are known. */
  of(tenantId: string, userId: string): { readonly knownForMs: number; readonly events: readonly LiveEvent[] } {
    const nowMs = this.#clock()
    const sinceMs = Math.max(this.#completeSinceMs, nowMs - keptMs)
    const events = this.#messages
      .filter((kept) => kept.atMs >= sinceMs && kept.tenantId === tenantId && (kept.userIds?.includes(userId) ?? true))
      .map(({ event, atMs }) => (event.type === 'changed' ? { ...event, agoMs: Math.floor(nowMs - atMs) } : event))
    return { knownForMs: Math.floor(nowMs - sinceMs), events }
  }
}
