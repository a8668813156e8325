import type { Query, QueryClient } from '@tanstack/react-query'

/** Many changes in a row (an import, somebody dragging, a new plan) are asked for once: when none has come for a moment, ... */
const gatherMs = 150
/** ... or after so long. */
const mostMs = 600
/** Every open browser hears of a change at the same moment; they ask spread over so long. */
const spreadMs = 500

/**
 * Reads again what changed, for one cache: once for many changes in a row, never two readings of the same at once, and never
 * by breaking off one under way, which the server would have answered for nothing.
 */
class Refresher {
  /** Whose newest answer, also the one on its way, was asked for before the change. */
  readonly #behind = new Set<Query>()
  readonly #client: QueryClient
  #timer: ReturnType<typeof setTimeout> | undefined
  #sinceMs = 0
  #spreadByMs = 0

  constructor(client: QueryClient) {
    this.#client = client
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'removed') this.#behind.delete(event.query)
      if (event.type !== 'updated' || !this.#behind.has(event.query)) return
      const { type } = event.action
      const isIdle = event.query.state.fetchStatus === 'idle'
      // Whoever asks now is answered with the change.
      if (type === 'fetch') this.#behind.delete(event.query)
      else if (isIdle && (type === 'success' || type === 'error')) this.#arrived(event.query)
      // Broken off by a write of this page, which is not to be overtaken.
      else if (isIdle && type === 'setState') this.note([event.query])
    })
  }

  note(queries: readonly Query[]): void {
    for (const query of queries) {
      this.#behind.add(query)
      // Stale at once, so that a screen opened meanwhile asks; what is on screen waits for the others.
      query.invalidate()
    }
    const nowMs = performance.now()
    if (this.#timer === undefined) {
      this.#sinceMs = nowMs
      this.#spreadByMs = Math.random() * spreadMs
    }
    clearTimeout(this.#timer)
    const waitMs = Math.min(gatherMs, this.#sinceMs + mostMs - nowMs) + this.#spreadByMs
    this.#timer = setTimeout(() => this.#ask(), Math.max(0, waitMs))
  }

  /** An older answer than the change came, or one that this page wrote itself: that it is stale stays true. */
  #arrived(query: Query): void {
    query.invalidate()
    if (this.#timer === undefined) this.#ask()
  }

  #ask(): void {
    this.#timer = undefined
    const due = [...this.#behind].filter(({ state }) => state.fetchStatus === 'idle')
    for (const query of due) this.#behind.delete(query)
    const isDue = (query: Query) => due.includes(query)
    void this.#client.refetchQueries({ type: 'active', predicate: isDue }, { cancelRefetch: false })
  }
}

const refreshers = new WeakMap<QueryClient, Refresher>()

/** Asks again soon for those of these queries that are on screen; the others are stale from now on. */
export const refreshSoon = (client: QueryClient, queries: readonly Query[]): void => {
  const refresher = refreshers.get(client) ?? new Refresher(client)
  refreshers.set(client, refresher)
  refresher.note(queries)
}
