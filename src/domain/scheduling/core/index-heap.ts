/**
 * A binary heap of indices, smallest key first, ties by the smaller index, so the order is the same on every machine.
 * Keys and indices share one array, because a second memory access takes longer than the comparison.
 */
export class IndexHeap {
  /** Key and index of each entry. */
  #entries = new Float64Array(16)
  size = 0

  /** The first index without removing it; -1 if empty. */
  peek(): number {
    return this.size > 0 ? this.#entries[1] | 0 : -1
  }

  /** The key of the first index; Infinity if empty, which is also the key of operations that never become ready. */
  get firstKey(): number {
    return this.size > 0 ? this.#entries[0] : Infinity
  }

  push(item: number, key: number): void {
    let at = 2 * this.size++
    if (at === this.#entries.length) this.#grow()
    const entries = this.#entries
    while (at > 0) {
      const parent = ((at - 2) >> 2) << 1
      const otherKey = entries[parent]
      const other = entries[parent + 1]
      if (otherKey < key || (otherKey === key && other < item)) break
      entries[at] = otherKey
      entries[at + 1] = other
      at = parent
    }
    entries[at] = key
    entries[at + 1] = item
  }

  pop(): number {
    const entries = this.#entries
    const top = entries[1] | 0
    const end = 2 * --this.size
    const key = entries[end]
    const item = entries[end + 1]
    let at = 0
    for (;;) {
      let child = 2 * at + 2
      if (child >= end) break
      let otherKey = entries[child]
      let other = entries[child + 1]
      if (child + 2 < end) {
        const rightKey = entries[child + 2]
        const right = entries[child + 3]
        if (rightKey < otherKey || (rightKey === otherKey && right < other)) {
          child += 2
          otherKey = rightKey
          other = right
        }
      }
      if (key < otherKey || (key === otherKey && item < other)) break
      entries[at] = otherKey
      entries[at + 1] = other
      at = child
    }
    entries[at] = key
    entries[at + 1] = item
    return top
  }

  #grow(): void {
    const entries = new Float64Array(this.#entries.length * 2)
    entries.set(this.#entries)
    this.#entries = entries
  }
}
