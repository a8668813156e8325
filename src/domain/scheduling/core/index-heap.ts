/**
 * A binary heap of indices, smallest key first, ties by the smaller index: the same order on every machine. The key of an index is read
 * when it is pushed and kept beside it, because reading it where it stands takes longer than all the rest.
 */
export class IndexHeap {
  readonly #keyOf: Float64Array
  #items = new Int32Array(8)
  #keys = new Float64Array(8)
  size = 0

  constructor(keyOf: Float64Array) {
    this.#keyOf = keyOf
  }

  /** The first index without taking it out; -1 when empty. */
  peek(): number {
    return this.size > 0 ? this.#items[0] : -1
  }

  /** The key of the first index; Infinity when empty, which is also the key of what never comes. */
  get firstKey(): number {
    return this.size > 0 ? this.#keys[0] : Infinity
  }

  clear(): void {
    this.size = 0
  }

  push(item: number): void {
    if (this.size === this.#items.length) this.#grow()
    const items = this.#items
    const keys = this.#keys
    const key = this.#keyOf[item]
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      const other = items[parent]
      const otherKey = keys[parent]
      if (otherKey < key || (otherKey === key && other < item)) break
      items[at] = other
      keys[at] = otherKey
      at = parent
    }
    items[at] = item
    keys[at] = key
  }

  pop(): number {
    const items = this.#items
    const keys = this.#keys
    const top = items[0]
    const item = items[--this.size]
    const key = keys[this.size]
    const size = this.size
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      let other = items[child]
      let otherKey = keys[child]
      if (child + 1 < size) {
        const right = items[child + 1]
        const rightKey = keys[child + 1]
        if (rightKey < otherKey || (rightKey === otherKey && right < other)) {
          child++
          other = right
          otherKey = rightKey
        }
      }
      if (key < otherKey || (key === otherKey && item < other)) break
      items[at] = other
      keys[at] = otherKey
      at = child
    }
    items[at] = item
    keys[at] = key
    return top
  }

  #grow(): void {
    const items = new Int32Array(this.size * 2)
    const keys = new Float64Array(this.size * 2)
    items.set(this.#items)
    keys.set(this.#keys)
    this.#items = items
    this.#keys = keys
  }
}
