import { useSyncExternalStore } from 'react'

/** A value outside React that components can read: one for the whole page, set from anywhere. */
export interface ExternalValue<T> {
  get: () => T
  set: (next: T) => void
  subscribe: (notify: () => void) => () => void
}

const resets: (() => void)[] = []

/** Sets every value of the page back to its first one (tests, which share a page). */
export const resetExternalValues = (): void => {
  for (const reset of resets) reset()
}

export const externalValue = <T>(first: T): ExternalValue<T> => {
  let value = first
  const listeners = new Set<() => void>()
  const set = (next: T) => {
    if (Object.is(next, value)) return
    value = next
    for (const notify of listeners) notify()
  }
  resets.push(() => set(first))
  return {
    get: () => value,
    set,
    subscribe: (notify) => {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
  }
}

/** Sets some fields of a value. */
export const setFields = <T extends object>({ get, set }: ExternalValue<T>, fields: Partial<T>): void =>
  set({ ...get(), ...fields })

/** The value now; the component is drawn again when it changes. */
export const useExternalValue = <T>({ subscribe, get }: ExternalValue<T>): T =>
  useSyncExternalStore(subscribe, get, get)

/** A part of the value now; the component is drawn again only when the part changes. `select` must not make new objects. */
export const useValuePart = <T, Part>({ subscribe, get }: ExternalValue<T>, select: (value: T) => Part): Part => {
  const part = () => select(get())
  return useSyncExternalStore(subscribe, part, part)
}
