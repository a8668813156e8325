import { type FlatIntervals, mergeIntervals } from '../time/interval-arithmetic.ts'

/** A change that puts something on hold or ends a hold. */
export interface HoldChange {
  readonly atMs: number
  /** Identifies the record and field of the hold. Holds with different keys are independent. */
  readonly key: string
  readonly held: boolean
}

/** The times during which work was on hold by any of its keys, from changes in order of time. An open hold lasts until `nowMs`. */
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
