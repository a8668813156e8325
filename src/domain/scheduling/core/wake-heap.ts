/** Which resource wakes next: a heap with one entry per resource whose instant may be brought forward. Of equal instants the lowest rank is first. */
export class WakeHeap {
  readonly #at: Float64Array
  readonly #rank: Float64Array
  readonly #items: Int32Array
  readonly #position: Int32Array
  #size = 0

  /** `wakeAt[resource]` is written here; the caller sets it to Infinity when it has taken the wake, and may change its rank then. */
  constructor(wakeAt: Float64Array, rank: Float64Array) {
    this.#at = wakeAt
    this.#rank = rank
    this.#items = new Int32Array(wakeAt.length)
    this.#position = new Int32Array(wakeAt.length).fill(-1)
  }

  /** Wakes `resource` at `instant`, or earlier if that is planned already. */
  lower(resource: number, instant: number): void {
    if (this.#position[resource] === -1) {
      this.#position[resource] = this.#size
      this.#items[this.#size++] = resource
      this.#at[resource] = instant
    } else if (instant < this.#at[resource]) {
      this.#at[resource] = instant
    } else return
    this.#up(this.#position[resource])
  }

  /** When the next resource wakes; Infinity = none is waiting. */
  get nextAt(): number {
    return this.#size > 0 ? this.#at[this.#items[0]] : Infinity
  }

  /** Takes out the next resource, the smaller index first on ties; -1 when none is waiting. */
  pop(): number {
    if (this.#size === 0) return -1
    const top = this.#items[0]
    const last = this.#items[--this.#size]
    this.#position[top] = -1
    if (last !== top) this.#down(last)
    return top
  }

  #before(a: number, b: number): boolean {
    const left = this.#at[a]
    const right = this.#at[b]
    if (left !== right) return left < right
    return this.#rank[a] < this.#rank[b] || (this.#rank[a] === this.#rank[b] && a < b)
  }

  #set(at: number, item: number): void {
    this.#items[at] = item
    this.#position[item] = at
  }

  #up(from: number): void {
    const item = this.#items[from]
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      const other = this.#items[parent]
      if (!this.#before(item, other)) break
      this.#set(at, other)
      at = parent
    }
    this.#set(at, item)
  }

  #down(item: number): void {
    let at = 0
    for (let child = 1; child < this.#size; child = 2 * at + 1) {
      if (child + 1 < this.#size && this.#before(this.#items[child + 1], this.#items[child])) child++
      if (!this.#before(this.#items[child], item)) break
      this.#set(at, this.#items[child])
      at = child
    }
    this.#set(at, item)
  }
}
