import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Many changes in a row (an import, somebody dragging) are asked for once. */
const gatherMs = 150

let waiting = new Map<string, QueryKey>()
let timer: ReturnType<typeof setTimeout> | undefined
let dueMs = 0

/** Invalidates these keys within 150 ms, or up to `spreadMs` later by chance, together with whatever else is to be by then. */
export const refreshSoon = (queryClient: QueryClient, keys: readonly QueryKey[], spreadMs = 0): void => {
  for (const key of keys) {
    // Stale at once, so that a screen opened meanwhile asks; what is on screen waits for the others.
    void queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' })
    waiting.set(JSON.stringify(key), key)
  }
  const delayMs = gatherMs + Math.random() * spreadMs
  if (timer !== undefined && dueMs <= Date.now() + delayMs) return
  clearTimeout(timer)
  dueMs = Date.now() + delayMs
  timer = setTimeout(() => {
    const due = waiting
    waiting = new Map()
    timer = undefined
    for (const key of due.values()) void queryClient.invalidateQueries({ queryKey: key })
  }, delayMs)
}
