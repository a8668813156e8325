/** A binary heap of indices, smallest key first, ties by the smaller index: the same order on every machine. */
export class IndexHeap {
  readonly #keys: Float64Array
  #items = new Int32Array(8)
  size = 0

  constructor(keys: Float64Array) {
    this.#keys = keys
  }

  /** The first index without taking it out; -1 when empty. */
  peek(): number {
    return this.size > 0 ? this.#items[0] : -1
  }

  clear(): void {
    this.size = 0
  }

  push(item: number): void {
    if (this.size === this.#items.length) {
      const items = new Int32Array(this.size * 2)
      items.set(this.#items)
      this.#items = items
    }
    const items = this.#items
    const keys = this.#keys
    const key = keys[item]
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      const other = items[parent]
      const otherKey = keys[other]
      if (otherKey < key || (otherKey === key && other < item)) break
      items[at] = other
      at = parent
    }
    items[at] = item
  }

  pop(): number {
    const items = this.#items
    const keys = this.#keys
    const top = items[0]
    const item = items[--this.size]
    const key = keys[item]
    const size = this.size
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      let other = items[child]
      let otherKey = keys[other]
      if (child + 1 < size) {
        const right = items[child + 1]
        const rightKey = keys[right]
        if (rightKey < otherKey || (rightKey === otherKey && right < other)) {
          child++
          other = right
          otherKey = rightKey
        }
      }
      if (key < otherKey || (key === otherKey && item < other)) break
      items[at] = other
      at = child
    }
    items[at] = item
    return top
  }
}
