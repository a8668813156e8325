import { at } from './at.ts'

/** Binary heap of whole numbers ordered by a numeric key, smallest first. */
export class MinHeap {
  #keys: number[] = []
  #values: number[] = []

  get size(): number {
    return this.#keys.length
  }

  /** Smallest key, Infinity when empty. */
  get firstKey(): number {
    return this.#keys[0] ?? Number.POSITIVE_INFINITY
  }

  push(key: number, value: number): void {
    let child = this.#keys.length
    this.#keys.push(key)
    this.#values.push(value)
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (at(this.#keys, parent) <= key) break
      this.#put(child, at(this.#keys, parent), at(this.#values, parent))
      child = parent
    }
    this.#put(child, key, value)
  }

  /** Removes and returns the value with the smallest key; -1 when empty. */
  pop(): number {
    const first = this.#values[0]
    if (first === undefined) return -1
    const key = this.#keys.pop() as number
    const value = this.#values.pop() as number
    const size = this.#keys.length
    if (size === 0) return first
    let parent = 0
    for (;;) {
      let child = 2 * parent + 1
      if (child >= size) break
      if (child + 1 < size && at(this.#keys, child + 1) < at(this.#keys, child)) child++
      if (at(this.#keys, child) >= key) break
      this.#put(parent, at(this.#keys, child), at(this.#values, child))
      parent = child
    }
    this.#put(parent, key, value)
    return first
  }

  #put(index: number, key: number, value: number): void {
    this.#keys[index] = key
    this.#values[index] = value
  }
}
