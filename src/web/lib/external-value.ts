import { useSyncExternalStore } from 'react'

/** A value outside React, one for the whole page, that components can subscribe to and any code can set. */
export interface ExternalValue<T> {
  get: () => T
  set: (next: T) => void
  subscribe: (notify: () => void) => () => void
}

const resets: (() => void)[] = []

/** Resets every value of the page to its initial value (for tests that share a page). */
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

/** The current value; the component renders again when it changes. */
export const useExternalValue = <T>({ subscribe, get }: ExternalValue<T>): T =>
  useSyncExternalStore(subscribe, get, get)

/** A part of the current value; the component renders again only when that part changes. `select` must not create new objects. */
export const useValuePart = <T, Part>({ subscribe, get }: ExternalValue<T>, select: (value: T) => Part): Part => {
  const part = () => select(get())
  return useSyncExternalStore(subscribe, part, part)
}
