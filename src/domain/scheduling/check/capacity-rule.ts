import type { ShopSnapshot } from '../shop-snapshot.ts'

/** What a work center may run at once at any instant: the checker's own reading of the capacities by time. */
export class CapacityRule {
  /** Infinity = any number of operations at once, as outside and without a work center. */
  readonly usual: number
  /** The most that it ever runs at once. */
  readonly most: number
  /** The instants at which another capacity may begin. */
  readonly changesMs: readonly number[]
  readonly #spans: NonNullable<ShopSnapshot['capacitySpans']>

  constructor({ categories, capacitySpans = [] }: ShopSnapshot, categoryId: string | null) {
    const center = categories.find((one) => one.categoryId === categoryId)
    const hasChangeovers = center?.kind !== 'outside' && (center?.changeovers ?? []).length > 0
    const limited = center?.kind === 'outside' ? undefined : center
    this.usual = hasChangeovers ? 1 : (limited?.capacity ?? Infinity)
    // The one that starts last applies, and of equal starts the smaller one, so it comes first.
    this.#spans = capacitySpans
      .filter((span) => span.categoryId === limited?.categoryId && !hasChangeovers)
      .sort((a, b) => b.startMs - a.startMs || a.units - b.units)
    this.most = Math.max(this.usual, ...this.#spans.map(({ units }) => units))
    this.changesMs = this.#spans.flatMap(({ startMs, endMs }) => [startMs, endMs ?? startMs])
  }

  at(ms: number): number {
    return this.#spans.find(({ startMs, endMs }) => startMs <= ms && ms < (endMs ?? Infinity))?.units ?? this.usual
  }
}
