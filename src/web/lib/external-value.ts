import { useSyncExternalStore } from 'react'

/** A value outside React that components can read: one for the whole page, set from anywhere. */
export interface ExternalValue<T> {
  get: () => T
  set: (next: T) => void
  subscribe: (notify: () => void) => () => void
}

export const externalValue = <T>(first: T): ExternalValue<T> => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const notify of listeners) notify()
    },
    subscribe: (notify) => {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
  }
}

/** The value now; the component is drawn again when it changes. */
export const useExternalValue = <T>({ subscribe, get }: ExternalValue<T>): T =>
  useSyncExternalStore(subscribe, get, get)
