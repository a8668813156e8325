/**
 * Units of one resource in use over time, as steps. Equal neighbors are merged, so a saturated resource has only a few
 * steps however many operations it runs.
 */
export class StepProfile {
  readonly #capacity: number
  /** Start and units in use of each step. A step is identified by its even index in this array. */
  #steps = new Float64Array(32)
  /** Index after the last step. */
  #end = 2
  #hint = 0

  constructor(capacity: number) {
    this.#capacity = capacity
    this.#steps[0] = -Infinity
  }

  copyFrom(other: StepProfile): void {
    this.#reserve(other.#end)
    this.#steps.set(other.#steps.subarray(0, other.#end))
    this.#end = other.#end
    this.#hint = 0
  }

  /** Earliest start >= `from` at which `units` stay free for the whole `length`; Infinity if they exceed the capacity. */
  earliestFit(from: number, length: number, units: number): number {
    const limit = this.#capacity - units
    if (limit < 0 || from === Infinity) return Infinity
    const steps = this.#steps
    const end = this.#end
    let i = this.#indexOf(from)
    let start = from
    for (;;) {
      if (steps[i + 1] > limit) {
        do i += 2
        while (i < end && steps[i + 1] > limit)
        if (i >= end) return Infinity
        start = steps[i]
      }
      const until = start + length
      let j = i + 2
      while (j < end && steps[j] < until && steps[j + 1] <= limit) j += 2
      if (j >= end || steps[j] >= until) return start
      i = j
    }
  }

  /** End of the last time that begins before `to` and ends after `from` in which `units` are not free; -Infinity if there is none. */
  busyUntil(from: number, to: number, units: number): number {
    const limit = this.#capacity - units
    if (limit < 0) return Infinity
    const steps = this.#steps
    const end = this.#end
    let busy = -1
    let i = this.#indexOf(from)
    do {
      if (steps[i + 1] > limit) busy = i
      i += 2
    } while (i < end && steps[i] < to)
    if (busy < 0) return -Infinity
    do busy += 2
    while (busy < end && steps[busy + 1] > limit)
    return busy < end ? steps[busy] : Infinity
  }

  /** Books `units` over [from, to), even beyond the capacity (fixed work may overload). */
  book(from: number, to: number, units: number): void {
    if (!(to > from)) return
    const first = this.#split(from)
    this.#hint = first
    const last = this.#split(to)
    const steps = this.#steps
    for (let i = first; i < last; i += 2) steps[i + 1] += units
    if (steps[last + 1] === steps[last - 1]) this.#shift(last + 2, -2)
    if (first > 0 && steps[first + 1] === steps[first - 1]) this.#shift(first + 2, -2)
    this.#hint = first > 0 ? first - 2 : 0
  }

  #indexOf(at: number): number {
    const steps = this.#steps
    let low = this.#hint
    let high = this.#end
    if (low >= high || steps[low] > at) low = 0
    // Bookings are close together, so try a few steps ahead before a binary search.
    for (let looks = 0; looks < 4; looks++) {
      if (low + 2 >= high || steps[low + 2] > at) return low
      low += 2
    }
    while (low + 2 < high) {
      const middle = ((low + high) >> 2) << 1
      if (steps[middle] <= at) low = middle
      else high = middle
    }
    return low
  }

  /** The step that begins at an instant; created if necessary. */
  #split(at: number): number {
    const index = this.#indexOf(at)
    if (this.#steps[index] === at) return index
    this.#reserve(this.#end + 2)
    this.#shift(index + 2, 2)
    this.#steps[index + 2] = at
    this.#steps[index + 3] = this.#steps[index + 1]
    return index + 2
  }

  /** Shifts the steps from `from` on by one position. Most bookings are near the end, where a loop is faster than a block copy. */
  #shift(from: number, by: 2 | -2): void {
    const steps = this.#steps
    const end = this.#end
    this.#end = end + by
    if (end - from > 128) steps.copyWithin(from + by, from, end)
    else if (by > 0) for (let i = end - 1; i >= from; i--) steps[i + 2] = steps[i]
    else for (let i = from; i < end; i++) steps[i - 2] = steps[i]
  }

  #reserve(size: number): void {
    if (size <= this.#steps.length) return
    const steps = new Float64Array(size * 2)
    steps.set(this.#steps.subarray(0, this.#end))
    this.#steps = steps
  }
}
