import type { ShopSnapshot } from '../shop-snapshot.ts'

/** The capacity of a work center at any instant, computed by the checker on its own. */
export class CapacityRule {
  /** Infinity = unlimited, as for outside work and work without a work center. */
  readonly usual: number
  /** The largest capacity at any time. */
  readonly most: number
  /** Instants at which the capacity may change. */
  readonly changesMs: readonly number[]
  readonly #spans: NonNullable<ShopSnapshot['capacitySpans']>

  constructor({ categories, capacitySpans = [] }: ShopSnapshot, categoryId: string | null) {
    const center = categories.find((one) => one.categoryId === categoryId)
    const hasChangeovers = center?.kind !== 'outside' && (center?.changeovers ?? []).length > 0
    const limited = center?.kind === 'outside' ? undefined : center
    this.usual = hasChangeovers ? 1 : (limited?.capacity ?? Infinity)
    // The span that starts last applies. Of equal starts it is the smaller one, so it comes first.
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
