import { type FlatIntervals, mergeIntervals } from '../time/interval-arithmetic.ts'

/** That something was put on hold, or taken off it. */
export interface HoldChange {
  readonly atMs: number
  /** Whose, and which of its fields says so: each holds by itself. */
  readonly key: string
  readonly held: boolean
}

/** When work stood on hold by any of its keys, from changes in the order of time; what was not taken off holds until `nowMs`. */
export const heldTime = (changes: readonly HoldChange[], nowMs: number): FlatIntervals => {
  const since = new Map<string, number>()
  const spans: FlatIntervals = []
  for (const { atMs, key, held } of changes) {
    const fromMs = since.get(key)
    if (held) since.set(key, fromMs ?? atMs)
    else if (fromMs !== undefined) {
      spans.push(fromMs, atMs)
      since.delete(key)
    }
  }
  for (const fromMs of since.values()) spans.push(fromMs, nowMs)
  return mergeIntervals(spans)
}
