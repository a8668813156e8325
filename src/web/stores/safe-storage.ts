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
