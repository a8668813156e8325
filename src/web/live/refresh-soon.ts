import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Many changes in a row (an import, somebody dragging) are asked for once. */
const gatherMs = 150

let waiting = new Map<string, QueryKey>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Invalidates these keys within 150 ms, together with whatever else is to be by then. */
export const refreshSoon = (queryClient: QueryClient, keys: readonly QueryKey[]): void => {
  for (const key of keys) {
    // Stale at once, so that a screen opened meanwhile asks; what is on screen waits for the others.
    void queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' })
    waiting.set(JSON.stringify(key), key)
  }
  if (timer !== undefined) return
  timer = setTimeout(() => {
    const due = waiting
    waiting = new Map()
    timer = undefined
    for (const key of due.values()) void queryClient.invalidateQueries({ queryKey: key })
  }, gatherMs)
}
