import type { CorePlan } from '../core-problem.ts'
import type { JobShop } from './job-shop.ts'

/**
 * An order of operations on every machine of a job shop, with heads (earliest starts), ends and tails (longest ways from a start to the
 * end of everything). A topological order of all operations is kept, so that a move updates only what can change. Operation `count`
 * stands for "none".
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

  /** Takes over a total order in which every job keeps its own order. */
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

  /** The plan of these orders: every operation starts as early as they allow. */
  plan(): CorePlan {
    const { count } = this.shop
    return { start: this.head.subarray(0, count), end: this.end.subarray(0, count) }
  }

  /** Moves `u` right behind `v`, which comes later on the same machine and does not wait for the job successor of `u`. */
  moveBehind(u: number, v: number): void {
    const to = this.place[v]
    this.updateHeads(this.reorderBehind(u, v))
    this.updateTails(to)
  }

  /** The same without new heads and tails; returns the first place of the order that has changed. */
  reorderBehind(u: number, v: number): number {
    const { order, place, machineBefore } = this
    const { jobBefore } = this.shop
    this.#spliceBehind(u, v)
    // Between the two, what waits for `u` comes after it, and everything else before it.
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

  /** Moves `v` right ahead of `u`, which comes earlier on the same machine and is not waited for by the job predecessor of `v`. */
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

  /** Computes the heads anew of all operations from this place of the order on. */
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

  /** Computes the tails anew of all operations up to this place of the order. */
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

  /** "None" takes part in links too, but nobody asks it for its neighbors. */
  #link(first: number, second: number): void {
    this.machineAfter[first] = second
    this.machineBefore[second] = first
  }
}
