import type { CorePlan } from '../core-problem.ts'
import { type FlexibleShop, setupBetween } from './flexible-shop.ts'

/**
 * A plan of a flexible job shop: a choice for every operation and an order on every machine. A head is the earliest
 * start; a tail is the time from the start of an operation to the end of the longest chain after it.
 */
export class FlexiblePlan {
  readonly shop: FlexibleShop
  readonly choice: Int32Array
  /** All operations in topological order. */
  readonly order: Int32Array
  readonly place: Int32Array
  readonly machineBefore: Int32Array
  readonly machineAfter: Int32Array
  /** Setup between each operation and the one before it on its machine. */
  readonly setup: Float64Array
  /** First operation on each machine. */
  readonly firstOf: Int32Array
  readonly end: Float64Array
  readonly tail: Float64Array
  readonly duration: Float64Array
  readonly machine: Int32Array
  makespan = 0
  /** Ends and tails without one operation (`without`). */
  readonly endWithout: Float64Array
  readonly tailWithout: Float64Array
  makespanWithout = 0
  readonly #missing: Int32Array

  constructor(shop: FlexibleShop) {
    const { count } = shop
    this.shop = shop
    this.choice = new Int32Array(count)
    this.order = new Int32Array(count)
    this.place = new Int32Array(count + 1)
    this.machineBefore = new Int32Array(count + 1).fill(count)
    this.machineAfter = new Int32Array(count + 1).fill(count)
    this.setup = new Float64Array(count + 1)
    this.firstOf = new Int32Array(shop.machineCount)
    this.end = new Float64Array(count + 1)
    this.tail = new Float64Array(count + 1)
    this.duration = new Float64Array(count + 1)
    this.machine = new Int32Array(count + 1).fill(-1)
    this.endWithout = new Float64Array(count + 1)
    this.tailWithout = new Float64Array(count + 1)
    this.#missing = new Int32Array(count + 1)
  }

  /** Loads the choices, and orders each machine by a total order. */
  load(order: Int32Array, choice: Int32Array): void {
    const { count, machine, duration, machineCount } = this.shop
    this.choice.set(choice)
    const last = new Int32Array(machineCount).fill(count)
    this.firstOf.fill(count)
    for (const i of order) {
      const at = machine[choice[i]]
      this.machine[i] = at
      this.duration[i] = duration[choice[i]]
      this.machineBefore[i] = last[at]
      this.machineAfter[i] = count
      if (last[at] === count) this.firstOf[at] = i
      else this.machineAfter[last[at]] = i
      last[at] = i
      this.#setUp(i)
    }
    this.#compute()
  }

  /** Moves an operation to another choice, right before `next` on its machine (`count` = after all others). */
  move(operation: number, choice: number, next: number): void {
    const { count, machine, duration } = this.shop
    const { machineBefore, machineAfter, firstOf } = this
    const [before, after] = [machineBefore[operation], machineAfter[operation]]
    if (before === count) firstOf[this.machine[operation]] = after
    else machineAfter[before] = after
    if (after !== count) machineBefore[after] = before
    const at = machine[choice]
    this.choice[operation] = choice
    this.machine[operation] = at
    this.duration[operation] = duration[choice]
    let previous = next === count ? firstOf[at] : machineBefore[next]
    if (next === count && previous !== count) while (machineAfter[previous] !== count) previous = machineAfter[previous]
    machineBefore[operation] = previous
    machineAfter[operation] = next
    if (previous === count) firstOf[at] = operation
    else machineAfter[previous] = operation
    if (next !== count) machineBefore[next] = operation
    for (const changed of [after, operation, next]) this.#setUp(changed)
    this.#compute()
  }

  /** Computes ends and tails of the plan in which this operation takes no time and no machine. */
  without(operation: number): void {
    const { order, place, machineBefore, machineAfter, endWithout: ends, tailWithout: tails, duration, setup } = this
    const { count, jobBefore, jobAfter, release, lasts } = this.shop
    ends.set(this.end)
    tails.set(this.tail)
    const [before, after] = [machineBefore[operation], machineAfter[operation]]
    const from = place[operation]
    const own = setup[after]
    // "None" also gets neighbors, but they are never read.
    machineAfter[before] = after
    machineBefore[after] = before
    this.#setUp(after)
    ends[operation] = Math.max(release[operation], ends[jobBefore[operation]])
    for (let k = from + 1; k < count; k++) {
      const i = order[k]
      const machine = ends[machineBefore[i]] + setup[i]
      const job = ends[jobBefore[i]]
      ends[i] = Math.max(release[i], job, machine) + duration[i]
    }
    tails[operation] = tails[jobAfter[operation]]
    for (let k = from - 1; k >= 0; k--) {
      const i = order[k]
      const machine = setup[machineAfter[i]] + tails[machineAfter[i]]
      const job = tails[jobAfter[i]]
      tails[i] = Math.max(job, machine) + duration[i]
    }
    machineAfter[before] = operation
    machineBefore[after] = operation
    setup[after] = own
    let makespan = 0
    for (let j = 0; j < lasts.length; j++) if (ends[lasts[j]] > makespan) makespan = ends[lasts[j]]
    this.makespanWithout = makespan
  }

  plan(): CorePlan {
    const { count, mode } = this.shop
    const end = this.end.slice(0, count)
    return {
      start: end.map((at, i) => at - this.duration[i]),
      end,
      changeover: this.setup.reduce((sum, time) => sum + time, 0),
      mode: mode && this.choice.map((row) => mode[row]),
    }
  }

  #setUp(operation: number): void {
    this.setup[operation] = setupBetween(this.shop, this.machine[operation], this.machineBefore[operation], operation)
  }

  /** Recomputes a total order, the ends and the tails. */
  #compute(): void {
    const { order, place, machineBefore, machineAfter, end, tail, duration, setup } = this
    const { count, jobBefore, jobAfter, release, lasts } = this.shop
    const missing = this.#missing
    let filled = 0
    for (let i = 0; i < count; i++) {
      missing[i] = Number(jobBefore[i] !== count) + Number(machineBefore[i] !== count)
      if (missing[i] === 0) order[filled++] = i
    }
    for (let read = 0; read < filled; read++) {
      const i = order[read]
      place[i] = read
      const at = Math.max(release[i], end[jobBefore[i]], end[machineBefore[i]] + setup[i])
      end[i] = at + duration[i]
      const [job, machine] = [jobAfter[i], machineAfter[i]]
      if (job !== count && --missing[job] === 0) order[filled++] = job
      if (machine !== count && --missing[machine] === 0) order[filled++] = machine
    }
    for (let k = count - 1; k >= 0; k--) {
      const i = order[k]
      tail[i] = Math.max(tail[jobAfter[i]], setup[machineAfter[i]] + tail[machineAfter[i]]) + duration[i]
    }
    let makespan = 0
    for (let j = 0; j < lasts.length; j++) if (end[lasts[j]] > makespan) makespan = end[lasts[j]]
    this.makespan = makespan
  }
}
