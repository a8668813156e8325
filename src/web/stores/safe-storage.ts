import { z } from 'zod/mini'

/** Storage that never throws. If storage is refused, full or absent, values last as long as the page. */
export interface SafeStorage {
  get(key: string): string | null
  /** Stores a text under a key; null removes the key. */
  set(key: string, value: string | null): void
  keys(): string[]
}

const open = (kind: 'localStorage' | 'sessionStorage'): SafeStorage => {
  const memory = new Map<string, string | null>()
  const real = (): Storage | null => {
    try {
      return globalThis[kind] ?? null
    } catch {
      return null
    }
  }
  return {
    get(key) {
      const fallback = memory.get(key)
      if (fallback !== undefined) return fallback
      try {
        return real()?.getItem(key) ?? null
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        const storage = real()
        if (!storage) throw new Error('Storage refused')
        if (value === null) storage.removeItem(key)
        else storage.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    keys() {
      try {
        return Object.keys(real() ?? {})
      } catch {
        return []
      }
    },
  }
}

export const localStore: SafeStorage = open('localStorage')
export const sessionStore: SafeStorage = open('sessionStorage')

/** The JSON value stored under a key, as the schema reads it; null if there is none or it cannot be read. */
export const readJson = <T>(store: SafeStorage, key: string | null, schema: z.ZodMiniType<T>): T | null => {
  const text = key === null ? null : store.get(key)
  try {
    return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

/** The items of a stored list, without those that cannot be read. */
export const readJsonList = <T>(store: SafeStorage, key: string | null, item: z.ZodMiniType<T>): T[] =>
  (readJson(store, key, z.array(z.unknown())) ?? []).flatMap((one) => {
    const read = item.safeParse(one)
    return read.success ? [read.data] : []
  })
