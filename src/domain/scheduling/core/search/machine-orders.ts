import type { CorePlan } from '../core-problem.ts'
import type { JobShop } from './job-shop.ts'

/**
 * An order of operations on every machine of a job shop, with heads (earliest starts), ends and tails (longest paths
 * from a start to the end of everything). Maintains a topological order of all operations, so a move updates only what
 * can change. Operation `count` represents "none".
 */
export class MachineOrders {
  readonly shop: JobShop
  readonly machineBefore: Int32Array
  readonly machineAfter: Int32Array
  /** All operations, predecessors first; `place` is the inverse. */
  readonly order: Int32Array
  readonly place: Int32Array
  readonly head: Float64Array
  readonly end: Float64Array
  readonly tail: Float64Array
  makespan = 0
  readonly #marked: Int32Array
  readonly #aside: Int32Array
  #mark = 0

  constructor(shop: JobShop) {
    const size = shop.count + 1
    this.shop = shop
    this.machineBefore = new Int32Array(size)
    this.machineAfter = new Int32Array(size)
    this.order = new Int32Array(shop.count)
    this.place = new Int32Array(size)
    this.head = new Float64Array(size)
    this.end = new Float64Array(size)
    this.tail = new Float64Array(size)
    this.#marked = new Int32Array(size)
    this.#aside = new Int32Array(size)
  }

  /** Loads a total order that preserves the order of every job. */
  load(order: Int32Array): void {
    const { count, machine, machineCount } = this.shop
    this.order.set(order)
    const last = new Int32Array(machineCount).fill(count)
    this.machineBefore.fill(count)
    this.machineAfter.fill(count)
    for (let k = 0; k < count; k++) {
      const i = this.order[k]
      const at = machine[i]
      this.place[i] = k
      if (at < 0) continue
      this.machineBefore[i] = last[at]
      this.machineAfter[last[at]] = i
      last[at] = i
    }
    this.updateHeads(0)
    this.updateTails(count - 1)
  }

  /** The plan for these orders: every operation starts as early as they allow. */
  plan(): CorePlan {
    const { count } = this.shop
    return { start: this.head.subarray(0, count), end: this.end.subarray(0, count) }
  }

  /** Moves `u` right after `v`, which must come later on the same machine and not wait for the job successor of `u`. */
  moveBehind(u: number, v: number): void {
    const to = this.place[v]
    this.updateHeads(this.reorderBehind(u, v))
    this.updateTails(to)
  }

  /** The same without updating heads and tails; returns the first changed position of the order. */
  reorderBehind(u: number, v: number): number {
    const { order, place, machineBefore } = this
    const { jobBefore } = this.shop
    this.#spliceBehind(u, v)
    // Operations between the two that wait for `u` come after it, and all others before it.
    const mark = ++this.#mark
    const marked = this.#marked
    const aside = this.#aside
    const [from, to] = [place[u], place[v]]
    let [write, kept] = [from, 1]
    marked[u] = mark
    aside[0] = u
    for (let k = from + 1; k <= to; k++) {
      const x = order[k]
      if (marked[jobBefore[x]] === mark || marked[machineBefore[x]] === mark) {
        marked[x] = mark
        aside[kept++] = x
      } else {
        order[write] = x
        place[x] = write++
      }
    }
    for (let k = 0; k < kept; k++) {
      order[write] = aside[k]
      place[aside[k]] = write++
    }
    return from
  }

  /** Moves `v` right before `u`, which must come earlier on the same machine and not precede the job predecessor of `v`. */
  moveAhead(v: number, u: number): void {
    const { order, place, machineAfter } = this
    const { jobAfter } = this.shop
    this.#spliceAhead(v, u)
    const mark = ++this.#mark
    const marked = this.#marked
    const aside = this.#aside
    const [from, to] = [place[u], place[v]]
    let [write, kept] = [to, 1]
    marked[v] = mark
    aside[0] = v
    for (let k = to - 1; k >= from; k--) {
      const x = order[k]
      if (marked[jobAfter[x]] === mark || marked[machineAfter[x]] === mark) {
        marked[x] = mark
        aside[kept++] = x
      } else {
        order[write] = x
        place[x] = write--
      }
    }
    for (let k = 0; k < kept; k++) {
      order[write] = aside[k]
      place[aside[k]] = write--
    }
    this.updateHeads(from)
    this.updateTails(to)
  }

  /** Recomputes the heads of all operations from this position of the order on. */
  updateHeads(from: number): void {
    const { order, head, end, machineBefore } = this
    const { count, jobBefore, duration, release, lasts } = this.shop
    for (let k = from; k < count; k++) {
      const i = order[k]
      let at = release[i]
      const job = end[jobBefore[i]]
      const machine = end[machineBefore[i]]
      if (job > at) at = job
      if (machine > at) at = machine
      head[i] = at
      end[i] = at + duration[i]
    }
    let makespan = 0
    for (let j = 0; j < lasts.length; j++) {
      const at = end[lasts[j]]
      if (at > makespan) makespan = at
    }
    this.makespan = makespan
  }

  /** Recomputes the tails of all operations up to this position of the order. */
  updateTails(to: number): void {
    const { order, tail, machineAfter } = this
    const { jobAfter, duration } = this.shop
    for (let k = to; k >= 0; k--) {
      const i = order[k]
      const job = tail[jobAfter[i]]
      const machine = tail[machineAfter[i]]
      tail[i] = duration[i] + Math.max(job, machine)
    }
  }

  #spliceBehind(u: number, v: number): void {
    const { machineBefore, machineAfter } = this
    const [before, first, after] = [machineBefore[u], machineAfter[u], machineAfter[v]]
    this.#link(before, first)
    this.#link(v, u)
    this.#link(u, after)
  }

  #spliceAhead(v: number, u: number): void {
    const { machineBefore, machineAfter } = this
    const [before, last, after] = [machineBefore[u], machineBefore[v], machineAfter[v]]
    this.#link(before, v)
    this.#link(v, u)
    this.#link(last, after)
  }

  /** "None" also gets neighbors, but they are never read. */
  #link(first: number, second: number): void {
    this.machineAfter[first] = second
    this.machineBefore[second] = first
  }
}
