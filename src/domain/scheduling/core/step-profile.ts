/**
 * Units in use of one resource over time, as steps: `used[i]` holds from `times[i]` up to `times[i + 1]`.
 * Equal neighbors are merged, so a saturated resource is a handful of steps however many operations it holds.
 */
export class StepProfile {
  readonly #capacity: number
  #times = new Float64Array(16)
  #used = new Int32Array(16)
  #count = 1
  #hint = 0

  constructor(capacity: number) {
    this.#capacity = capacity
    this.#times[0] = -Infinity
  }

  copyFrom(other: StepProfile): void {
    this.#reserve(other.#count)
    this.#times.set(other.#times.subarray(0, other.#count))
    this.#used.set(other.#used.subarray(0, other.#count))
    this.#count = other.#count
    this.#hint = 0
  }

  /** Earliest start >= `from` at which `units` stay free for the whole `length`; Infinity when more than there is. */
  earliestFit(from: number, length: number, units: number): number {
    const limit = this.#capacity - units
    if (limit < 0 || from === Infinity) return Infinity
    const times = this.#times
    const used = this.#used
    const count = this.#count
    let i = this.#indexOf(from)
    let start = from
    for (;;) {
      if (used[i] > limit) {
        do i++
        while (i < count && used[i] > limit)
        if (i >= count) return Infinity
        start = times[i]
      }
      const end = start + length
      let j = i + 1
      while (j < count && times[j] < end && used[j] <= limit) j++
      if (j >= count || times[j] >= end) return start
      i = j
    }
  }

  /** The end of the last time that begins before `to` and ends after `from` in which `units` are not free; -Infinity when there is none. */
  busyUntil(from: number, to: number, units: number): number {
    const limit = this.#capacity - units
    if (limit < 0) return Infinity
    let busy = -1
    let i = this.#indexOf(from)
    do {
      if (this.#used[i] > limit) busy = i
      i++
    } while (i < this.#count && this.#times[i] < to)
    if (busy < 0) return -Infinity
    do busy++
    while (busy < this.#count && this.#used[busy] > limit)
    return busy < this.#count ? this.#times[busy] : Infinity
  }

  /** Takes `units` over [from, to), even beyond the capacity (fixed work may overload). */
  book(from: number, to: number, units: number): void {
    if (!(to > from)) return
    const first = this.#split(from)
    const last = this.#split(to)
    const used = this.#used
    for (let i = first; i < last; i++) used[i] += units
    if (used[last] === used[last - 1]) this.#remove(last)
    if (first > 0 && used[first] === used[first - 1]) this.#remove(first)
    this.#hint = first > 0 ? first - 1 : 0
  }

  #indexOf(at: number): number {
    const times = this.#times
    let low = this.#hint
    let high = this.#count
    if (low >= high || times[low] > at) low = 0
    // Bookings come close together: look a few steps ahead before halving.
    for (let step = 0; step < 4; step++) {
      if (low + 1 >= high || times[low + 1] > at) return low
      low++
    }
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if (times[middle] <= at) low = middle
      else high = middle
    }
    return low
  }

  #split(at: number): number {
    const index = this.#indexOf(at)
    if (this.#times[index] === at) return index
    this.#reserve(this.#count + 1)
    this.#shift(index + 1, 1)
    this.#times[index + 1] = at
    this.#used[index + 1] = this.#used[index]
    this.#count++
    return index + 1
  }

  #remove(index: number): void {
    this.#shift(index + 1, -1)
    this.#count--
  }

  /** Moves the steps from `from` on by one place; most bookings are near the end, where a loop beats a block copy. */
  #shift(from: number, by: 1 | -1): void {
    const times = this.#times
    const used = this.#used
    const count = this.#count
    if (count - from > 64) {
      times.copyWithin(from + by, from, count)
      used.copyWithin(from + by, from, count)
    } else if (by === 1) {
      for (let i = count; i > from; i--) {
        times[i] = times[i - 1]
        used[i] = used[i - 1]
      }
    } else {
      for (let i = from; i < count; i++) {
        times[i - 1] = times[i]
        used[i - 1] = used[i]
      }
    }
  }

  #reserve(size: number): void {
    if (size <= this.#times.length) return
    const times = new Float64Array(size * 2)
    times.set(this.#times.subarray(0, this.#count))
    this.#times = times
    const used = new Int32Array(size * 2)
    used.set(this.#used.subarray(0, this.#count))
    this.#used = used
  }
}
