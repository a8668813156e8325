/** A span of time in epoch ms. */
export interface SightRange {
  readonly fromMs: number
  readonly toMs: number
}

/** The time in sight. It changes with every step of a scroll, so that it is no state: who draws it listens. */
export interface Sight {
  /** null before the first layout. */
  current(): SightRange | null
  show(range: SightRange): void
  /** Calls back with each other range; returns a function that ends that. */
  listen(listener: () => void): () => void
}

export const createSight = (): Sight => {
  const listeners = new Set<() => void>()
  let current: SightRange | null = null
  return {
    current: () => current,
    show: (range) => {
      // Scrolling up and down changes nothing.
      if (current?.fromMs === range.fromMs && current.toMs === range.toMs) return
      current = range
      for (const listener of listeners) listener()
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
