import type { MachineOrders } from './machine-orders.ts'

/**
 * Moves that can shorten a plan: inside each block of a longest path, an operation moves after the last one or before
 * the first one, and the first or last one moves between the others (N6 of Balas and Vazacopoulos 1998, N7 of Zhang et
 * al. 2007). The new makespan of a move is estimated from heads and tails of the operations it passes. For some steps
 * after a move, the pairs that it reversed must not be reversed again.
 */
export class CriticalMoves {
  readonly #orders: MachineOrders
  readonly #random: () => number
  readonly #path: Int32Array
  /** Heads of the operations that a move passes. */
  readonly #heads: Float64Array
  count = 0
  /** For each move: the moving operation, the last one it passes, and the direction. */
  readonly mover: Int32Array
  readonly target: Int32Array
  readonly behind: Uint8Array
  readonly estimate: Float64Array
  /** Step from which the move is allowed. */
  readonly allowed: Float64Array
  /** Maximum number of operations on one machine. */
  readonly #width: number
  /** Column of each operation among those of its machine, in any order. */
  readonly #column: Int32Array
  /** Step from which operation i may precede the one in column c again, at i * width + c. */
  readonly #turnBack: Float64Array

  constructor(orders: MachineOrders, random: () => number) {
    const most = 4 * orders.shop.count + 4
    this.#orders = orders
    this.#random = random
    this.#path = new Int32Array(orders.shop.count)
    this.#heads = new Float64Array(orders.shop.count + 1)
    this.mover = new Int32Array(most)
    this.target = new Int32Array(most)
    this.behind = new Uint8Array(most)
    this.estimate = new Float64Array(most)
    this.allowed = new Float64Array(most)
    const { count, machine, machineCount } = orders.shop
    const lengths = new Int32Array(machineCount)
    this.#column = machine.map((at) => (at < 0 ? 0 : lengths[at]++))
    this.#width = Math.max(1, ...lengths)
    this.#turnBack = new Float64Array(count * this.#width)
  }

  /** Lists the moves of a longest path, chosen at random if there are several. */
  collect(): void {
    this.count = 0
    const path = this.#path
    const { machine } = this.#orders.shop
    const { machineBefore } = this.#orders
    const length = this.#trace()
    for (let from = 0; from < length; ) {
      let to = from
      while (to + 1 < length && machine[path[to]] >= 0 && machineBefore[path[to + 1]] === path[to]) to++
      if (to > from) this.#block(from, to, length)
      from = to + 1
    }
  }

  /** Applies a move; the pairs it reverses must not be reversed again before step `until`. */
  apply(move: number, until: number): void {
    const { machineBefore, machineAfter } = this.#orders
    const [mover, target] = [this.mover[move], this.target[move]]
    const turnBack = this.#turnBack
    if (this.behind[move]) {
      const row = mover * this.#width
      for (let x = target; x !== mover; x = machineBefore[x]) turnBack[row + this.#column[x]] = until
      this.#orders.moveBehind(mover, target)
    } else {
      const column = this.#column[mover]
      for (let x = target; x !== mover; x = machineAfter[x]) turnBack[x * this.#width + column] = until
      this.#orders.moveAhead(mover, target)
    }
  }

  /** Writes a longest path to `#path` in order of time, and returns its length. */
  #trace(): number {
    const { head, end, machineBefore, makespan } = this.#orders
    const { lasts, jobBefore, count } = this.#orders.shop
    const path = this.#path
    let last = count
    let ties = 0
    for (let j = 0; j < lasts.length; j++) {
      if (end[lasts[j]] === makespan && this.#random() * ++ties < 1) last = lasts[j]
    }
    let write = count
    for (let x = last; x !== count; ) {
      path[--write] = x
      const at = head[x]
      const byJob = jobBefore[x] !== count && end[jobBefore[x]] === at
      const byMachine = machineBefore[x] !== count && end[machineBefore[x]] === at
      if (byJob && byMachine) x = this.#random() < 0.5 ? jobBefore[x] : machineBefore[x]
      else x = byJob ? jobBefore[x] : byMachine ? machineBefore[x] : count
    }
    path.copyWithin(0, write, count)
    return count - write
  }

  #block(from: number, to: number, length: number): void {
    const path = this.#path
    const first = path[from]
    const last = path[to]
    if (from + 1 === to) {
      this.#tryBehind(first, last)
      return
    }
    // Moves to the front of the path's first block or to the back of its last one gain nothing.
    const front = from > 0 || this.#orders.head[first] > 0
    const back = to + 1 < length
    for (let k = from; k < to; k++) {
      if (back) this.#tryBehind(path[k], last)
      if (front && k > from) this.#tryBehind(first, path[k])
    }
    for (let k = from + 1; k <= to; k++) {
      // Swaps of neighbors are covered above.
      if (front && k > from + 1) this.#tryAhead(path[k], first)
      if (back && k < to - 1) this.#tryAhead(last, path[k])
    }
  }

  /** Adds the move of `u` after `v`, unless `v` may wait for the job successor of `u`. */
  #tryBehind(u: number, v: number): void {
    const { tail, end, machineBefore, machineAfter } = this.#orders
    const { jobBefore, jobAfter, duration, release, count } = this.#orders.shop
    const next = jobAfter[u]
    if (next !== count && (next === v || tail[v] < tail[next])) return
    const heads = this.#heads
    const column = this.#column[u]
    let allowed = 0
    let before = end[machineBefore[u]]
    for (let x = machineAfter[u]; ; x = machineAfter[x]) {
      const job = end[jobBefore[x]]
      const at = Math.max(release[x], job, before)
      heads[x] = at
      before = at + duration[x]
      allowed = Math.max(allowed, this.#turnBack[x * this.#width + column])
      if (x === v) break
    }
    let behind = duration[u] + Math.max(tail[next], tail[machineAfter[v]])
    let longest = Math.max(release[u], end[jobBefore[u]], before) + behind
    for (let x = v; x !== u; x = machineBefore[x]) {
      behind = duration[x] + Math.max(tail[jobAfter[x]], behind)
      longest = Math.max(longest, heads[x] + behind)
    }
    this.#list(u, v, 1, longest, allowed)
  }

  /** Adds the move of `v` before `u`, unless the job predecessor of `v` may wait for `u`. */
  #tryAhead(v: number, u: number): void {
    const { tail, end, machineBefore, machineAfter } = this.#orders
    const { jobBefore, jobAfter, duration, release, count } = this.#orders.shop
    const previous = jobBefore[v]
    if (previous !== count && (previous === u || end[u] < end[previous])) return
    const heads = this.#heads
    const row = v * this.#width
    let allowed = 0
    const first = Math.max(release[v], end[previous], end[machineBefore[u]])
    let before = first + duration[v]
    for (let x = u; x !== v; x = machineAfter[x]) {
      const at = Math.max(release[x], end[jobBefore[x]], before)
      heads[x] = at
      before = at + duration[x]
      allowed = Math.max(allowed, this.#turnBack[row + this.#column[x]])
    }
    let behind = tail[machineAfter[v]]
    let longest = 0
    for (let x = machineBefore[v]; ; x = machineBefore[x]) {
      behind = duration[x] + Math.max(tail[jobAfter[x]], behind)
      longest = Math.max(longest, heads[x] + behind)
      if (x === u) break
    }
    longest = Math.max(longest, first + duration[v] + Math.max(tail[jobAfter[v]], behind))
    this.#list(v, u, 0, longest, allowed)
  }

  #list(mover: number, target: number, behind: 0 | 1, estimate: number, allowed: number): void {
    const at = this.count++
    this.mover[at] = mover
    this.target[at] = target
    this.behind[at] = behind
    this.estimate[at] = estimate
    this.allowed[at] = allowed
  }
}
