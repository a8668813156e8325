import type { Query, QueryClient } from '@tanstack/react-query'

/** Many changes in a row (an import, dragging, a new plan) lead to one request, sent when no change has arrived for this time, ... */
const gatherMs = 150
/** ... or at the latest after this time. */
const mostMs = 500
/** All open browsers receive a change at the same moment; their requests are spread over this time. */
const spreadMs = 250

/**
 * Reads changed data of one cache again: once for many changes in a row, never twice at the same time, and without
 * aborting a pending request, whose answer the server would then have computed in vain.
 */
class Refresher {
  /** Queries whose latest request, even a pending one, was sent before the change. */
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
      // The answer to a request that is sent now includes the change.
      if (type === 'fetch') this.#behind.delete(event.query)
      else if (isIdle && (type === 'success' || type === 'error')) this.#arrived(event.query)
      // The request was aborted by a write of this page, which takes precedence.
      else if (isIdle && type === 'setState') this.note([event.query])
    })
  }

  note(queries: readonly Query[]): void {
    for (const query of queries) {
      this.#behind.add(query)
      // Stale at once, so that a newly opened screen reads it; queries on screen wait for further changes.
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

  /** If the answer predates the change, or this page wrote the data itself, the query stays stale. */
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

/** Soon reads the given queries again if they are on screen, and marks the others as stale. */
export const refreshSoon = (client: QueryClient, queries: readonly Query[]): void => {
  const refresher = refreshers.get(client) ?? new Refresher(client)
  refreshers.set(client, refresher)
  refresher.note(queries)
}
