import { useEffect, useSyncExternalStore } from 'react'

let bars = 0
const waiting = new Set<() => void>()
const count = (change: 1 | -1): void => {
  bars += change
  for (const notify of waiting) notify()
}
const subscribe = (notify: () => void): (() => void) => {
  waiting.add(notify)
  return () => void waiting.delete(notify)
}

/** While a bar floats at the lower edge, toasts are above it, because they often report what its buttons did. */
export const useBarBelowToasts = (isThere: boolean): void =>
  useEffect(() => {
    if (!isThere) return
    count(1)
    return () => count(-1)
  }, [isThere])

/** For the Toaster. */
export const useIsBarThere = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => bars > 0,
    () => false,
  )
