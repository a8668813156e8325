import { IndexHeap } from '../index-heap.ts'
import type { OrderShop } from './order-shop.ts'

/**
 * A total order of all operations, predecessors first, and the order of the nodes on each slot, which agrees with it. A move takes one operation to
 * another place, together with the operations that must stay behind it or ahead of it.
 */
export class SlotOrders {
  readonly #shop: OrderShop
  /** All operations; `place` is the inverse. */
  readonly order: Int32Array
  readonly place: Int32Array
  /** Neighbors of each node on its slot; -1 = none. */
  readonly prev: Int32Array
  readonly next: Int32Array
  readonly slot: Int32Array
  /** First node of each slot. */
  readonly firstOf: Int32Array
  readonly #marked: Int32Array
  readonly #aside: Int32Array
  #mark = 0
  /** The part of the order that the last move changed, as it was. */
  readonly #window: Int32Array
  #windowFrom = 0
  #windowTo = -1

  constructor(shop: OrderShop) {
    const { count, resourceOf } = shop
    this.#shop = shop
    this.order = new Int32Array(count)
    this.place = new Int32Array(count)
    this.prev = new Int32Array(2 * count)
    this.next = new Int32Array(2 * count)
    this.slot = new Int32Array(2 * count)
    this.firstOf = new Int32Array(resourceOf.length)
    this.#marked = new Int32Array(count)
    this.#aside = new Int32Array(count)
    this.#window = new Int32Array(count)
  }

  /** Begins with the order of the keys as far as links allow, ties by depth, and with nothing on any slot. */
  sort(keys: Float64Array): void {
    const { count, problem, depth } = this.#shop
    const { successorFirst, successor, predecessorCount } = problem
    const byDepth = new Int32Array(count)
    for (let i = 0; i < count; i++) byDepth[depth[i]] = i
    this.prev.fill(-1)
    this.next.fill(-1)
    this.firstOf.fill(-1)
    const missing = predecessorCount.slice()
    const ready = new IndexHeap()
    for (let i = 0; i < count; i++) if (missing[i] === 0) ready.push(depth[i], keys[i])
    for (let k = 0; k < count && ready.size > 0; k++) {
      const i = byDepth[ready.pop()]
      this.order[k] = i
      this.place[i] = k
      for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
        if (--missing[successor[e]] === 0) ready.push(depth[successor[e]], keys[successor[e]])
      }
    }
  }

  /** Takes a node from its slot, and returns the one that followed it; -1 = none. */
  unlink(node: number): number {
    const { prev, next } = this
    const before = prev[node]
    const after = next[node]
    if (before >= 0) next[before] = after
    else this.firstOf[this.slot[node]] = after
    if (after >= 0) prev[after] = before
    this.slot[node] = -1
    prev[node] = -1
    next[node] = -1
    return after
  }

  /** Inserts a node behind another one on a slot, or as the first one (-1), and returns the one that follows it; -1 = none. */
  link(node: number, slot: number, before: number): number {
    const { prev, next } = this
    const after = before >= 0 ? next[before] : this.firstOf[slot]
    this.slot[node] = slot
    prev[node] = before
    next[node] = after
    if (before >= 0) next[before] = node
    else this.firstOf[slot] = node
    if (after >= 0) prev[after] = node
    return after
  }

  /** Begins a move, of which `restore` restores the total order. */
  begin(): void {
    this.#windowTo = -1
  }

  restore(): void {
    for (let k = this.#windowFrom; k <= this.#windowTo; k++) {
      const i = this.#window[k - this.#windowFrom]
      this.order[k] = i
      this.place[i] = k
    }
    this.#windowTo = -1
  }

  /** The node before the place of an operation in the order of a slot; -1 = none. */
  before(operation: number, slot: number): number {
    const { order, place } = this
    const first = this.firstOf[slot]
    if (first < 0 || place[first >> 1] > place[operation]) return -1
    for (let k = place[operation] - 1; k >= 0; k--) {
      const i = order[k]
      if (this.slot[2 * i] === slot) return 2 * i
      if (this.slot[2 * i + 1] === slot) return 2 * i + 1
    }
    return -1
  }

  /** Brings the operation between two nodes in the total order; -1 = no node there. False if that would make it wait for itself. */
  fitsBetween(operation: number, before: number, after: number): boolean {
    const { place } = this
    const at = place[operation]
    if (before >= 0 && place[before >> 1] > at) return this.#reorderBehind(operation, before >> 1)
    return after < 0 || place[after >> 1] > at || this.#reorderAhead(operation, after >> 1)
  }

  /** Takes the operation, and what waits for it, behind `v`, which comes later; false if `v` waits for it. */
  #reorderBehind(u: number, v: number): boolean {
    const { order, place, prev } = this
    const { first, predecessor } = this.#shop.links
    const mark = ++this.#mark
    const [marked, aside] = [this.#marked, this.#aside]
    const [from, to] = [place[u], place[v]]
    let kept = 1
    marked[u] = mark
    aside[0] = u
    for (let k = from + 1; k <= to; k++) {
      const x = order[k]
      let waits =
        (prev[2 * x] >= 0 && marked[prev[2 * x] >> 1] === mark) ||
        (prev[2 * x + 1] >= 0 && marked[prev[2 * x + 1] >> 1] === mark)
      for (let e = first[x]; !waits && e < first[x + 1]; e++) waits = marked[predecessor[e]] === mark
      if (!waits) continue
      marked[x] = mark
      aside[kept++] = x
    }
    if (marked[v] === mark) return false
    this.#keepWindow(from, to)
    let write = from
    for (let k = from; k <= to; k++) {
      const x = order[k]
      if (marked[x] !== mark) {
        order[write] = x
        place[x] = write++
      }
    }
    for (let k = 0; k < kept; k++) {
      order[write] = aside[k]
      place[aside[k]] = write++
    }
    return true
  }

  /** Takes the operation, and what it waits for, ahead of `v`, which comes earlier; false if it waits for `v`. */
  #reorderAhead(u: number, v: number): boolean {
    const { order, place, next } = this
    const { successorFirst, successor } = this.#shop.problem
    const mark = ++this.#mark
    const [marked, aside] = [this.#marked, this.#aside]
    const [from, to] = [place[v], place[u]]
    let kept = 1
    marked[u] = mark
    aside[0] = u
    for (let k = to - 1; k >= from; k--) {
      const x = order[k]
      let leads =
        (next[2 * x] >= 0 && marked[next[2 * x] >> 1] === mark) ||
        (next[2 * x + 1] >= 0 && marked[next[2 * x + 1] >> 1] === mark)
      for (let e = successorFirst[x]; !leads && e < successorFirst[x + 1]; e++) leads = marked[successor[e]] === mark
      if (!leads) continue
      marked[x] = mark
      aside[kept++] = x
    }
    if (marked[v] === mark) return false
    this.#keepWindow(from, to)
    let write = to
    for (let k = to; k >= from; k--) {
      const x = order[k]
      if (marked[x] !== mark) {
        order[write] = x
        place[x] = write--
      }
    }
    for (let k = 0; k < kept; k++) {
      order[write] = aside[k]
      place[aside[k]] = write--
    }
    return true
  }

  #keepWindow(from: number, to: number): void {
    this.#windowFrom = from
    this.#windowTo = to
    for (let k = from; k <= to; k++) this.#window[k - from] = this.order[k]
  }
}
