import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Many changes in a row (an import, somebody dragging, a new plan) are asked for once: when none has come for a moment, ... */
const gatherMs = 150
/** ... or after so long. */
const mostMs = 600

let waiting = new Map<string, QueryKey>()
let timer: ReturnType<typeof setTimeout> | undefined
let sinceMs = 0

/**
 * Invalidates these keys once nothing has changed for 150 ms, together with whatever else is to be by then. What reaches every
 * browser at once is asked for up to `spreadMs` later by chance, unless something else changes meanwhile.
 */
export const refreshSoon = (queryClient: QueryClient, keys: readonly QueryKey[], spreadMs = 0): void => {
  for (const key of keys) {
    // Stale at once, so that a screen opened meanwhile asks; what is on screen waits for the others.
    void queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' })
    waiting.set(JSON.stringify(key), key)
  }
  const nowMs = performance.now()
  const spreadByMs = timer === undefined ? Math.random() * spreadMs : 0
  if (timer === undefined) sinceMs = nowMs + spreadByMs
  clearTimeout(timer)
  const waitMs = Math.max(0, Math.min(gatherMs + spreadByMs, sinceMs + mostMs - nowMs))
  timer = setTimeout(() => {
    const due = waiting
    waiting = new Map()
    timer = undefined
    for (const key of due.values()) void queryClient.invalidateQueries({ queryKey: key })
  }, waitMs)
}
