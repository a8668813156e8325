import { type CoreCalendar, hasModes, shareOf } from '../core-problem.ts'
import { changeoverShare, type Objective } from '../plan-objective.ts'
import type { OrderShop } from './order-shop.ts'
import { SlotOrders } from './slot-orders.ts'

/** A plan as a total order of all operations, with the mode and the slots of each. */
export interface Orders {
  readonly order: Int32Array
  readonly mode: Int32Array
  readonly slot: Int32Array
}

/** What an operation without a place counts as being late: more than any plan that has one. */
export const unplacedCost = 1e14

/** Work at an instant; Infinity stays Infinity, and the calendar is not asked, because it would compile all its years. */
const workAt = (calendar: CoreCalendar, instant: number): number =>
  instant === Infinity ? Infinity : calendar.toWork(instant)

/** The slot of a node whose resource has none. */
const noSlot = -2
/** How often fixed work on two slots is looked at in turn. */
const mostRounds = 8

/** Where a move puts an operation: right before or right behind a node, or between its neighbors where it is in the order. */
export type Side = 'before' | 'behind' | 'here'

/**
 * A plan given by orders: every operation starts as early as its links, its slots and their orders allow, in work of its calendar. A move
 * takes one operation to another place on one of its slots, and recomputes only what changes. The last move can be undone. Values are those
 * of `PlanBuilder` except where an operation pauses for a pool, which counts as occupied here.
 */
export class OrderPlan {
  readonly shop: OrderShop
  readonly #objective: Objective
  readonly #orders: SlotOrders
  /** All operations, predecessors first; `place` is the inverse. */
  readonly order: Int32Array
  readonly place: Int32Array
  /** Neighbors of each node on its slot; -1 = none. */
  readonly prev: Int32Array
  readonly next: Int32Array
  readonly slot: Int32Array
  readonly firstOf: Int32Array
  readonly mode: Int32Array
  readonly duration: Float64Array
  readonly calendar: Int32Array
  readonly #release: Float64Array
  /** Start and end in work of the operation's calendar. */
  readonly startWork: Float64Array
  readonly endWork: Float64Array
  /** Changeover before each node. */
  readonly #setup: Float64Array
  #setups = 0
  /** End instant of operations that decide when a project ends or that have a deadline; others are not computed. */
  readonly #endWall: Float64Array
  /** 1 for each project that is late or misses a deadline. */
  readonly #late: Uint8Array
  /** Cost of each project. */
  readonly projectCost: Float64Array
  /** Total cost in the accepted order, and after the last move. */
  cost = 0
  /** Computed starts since the plan was loaded: the measure of effort. */
  updates = 0

  readonly #linkFirst: Int32Array
  readonly #linkFrom: Int32Array
  readonly #isTimed: Uint8Array
  readonly #isPlain: boolean
  readonly #hasBlocks: boolean
  readonly #isDue: Uint8Array
  readonly #hasDeadlines: boolean
  /** By place: 1 = to be computed again. */
  readonly #dirty: Uint8Array
  /** Operations with a new neighbor on a slot. */
  readonly #linked = new Int32Array(16)
  #linkedCount = 0
  #mark = 0
  /** What the last move changed. */
  #changed = 0
  readonly #changedOf: Int32Array
  readonly #startBefore: Float64Array
  readonly #endBefore: Float64Array
  readonly #wallBefore: Float64Array
  #touched = 0
  readonly #touchedOf: Int32Array
  readonly #touchedMark: Int32Array
  readonly #costBefore: Float64Array
  readonly #lateBefore: Uint8Array
  #totalBefore = 0
  #moved = -1
  readonly #movedSlot = new Int32Array(2)
  readonly #movedPrev = new Int32Array(2)
  #movedMode = -1

  constructor(shop: OrderShop, objective: Objective) {
    const { count, problem } = shop
    this.shop = shop
    this.#objective = objective
    this.#linkFirst = shop.links.first
    this.#linkFrom = shop.links.predecessor
    this.#isTimed = shop.isTimed
    this.#isPlain = !(shop.hasSetups || shop.frees.includes(1))
    this.#hasBlocks = shop.blocksOf.some((blocks) => blocks !== null)
    const orders = new SlotOrders(shop)
    this.#orders = orders
    this.order = orders.order
    this.place = orders.place
    this.prev = orders.prev
    this.next = orders.next
    this.slot = orders.slot
    this.firstOf = orders.firstOf
    this.mode = new Int32Array(count)
    this.duration = problem.duration.slice()
    this.calendar = problem.calendar.slice()
    this.#release = new Float64Array(count)
    this.startWork = new Float64Array(count)
    this.endWork = new Float64Array(count)
    this.#setup = new Float64Array(2 * count)
    this.#endWall = new Float64Array(count)
    this.#late = new Uint8Array(problem.projectCount)
    this.projectCost = new Float64Array(problem.projectCount)
    this.#hasDeadlines = problem.deadline.some((instant) => instant !== Infinity)
    this.#isDue = shop.isLast.slice()
    for (let i = 0; i < count; i++) if (problem.deadline[i] !== Infinity) this.#isDue[i] = 1
    this.#dirty = new Uint8Array(count)
    this.#changedOf = new Int32Array(count)
    this.#startBefore = new Float64Array(count)
    this.#endBefore = new Float64Array(count)
    this.#wallBefore = new Float64Array(count)
    this.#touchedOf = new Int32Array(problem.projectCount)
    this.#touchedMark = new Int32Array(problem.projectCount).fill(-1)
    this.#costBefore = new Float64Array(problem.projectCount)
    this.#lateBefore = new Uint8Array(problem.projectCount)
  }

  /** The current orders, copied. */
  orders(): Orders {
    return { order: this.order.slice(), mode: this.mode.slice(), slot: this.slot.slice() }
  }

  /** Start of each operation as an instant. */
  starts(): Float64Array {
    return this.startWork.map((work, i) => (work === Infinity ? Infinity : this.#calendarOf(i).startWall(work)))
  }

  /**
   * Loads a plan in the order of the keys, as far as links allow. If no slots are given, each operation in that order takes the slot on
   * which it starts first.
   */
  load(keys: Float64Array, mode: Int32Array | null, slot: Int32Array | null = null): void {
    const { count, problem, slotFirst } = this.shop
    const { modes } = problem
    this.#orders.sort(keys)
    this.#setups = 0
    this.#setup.fill(0)
    this.#linkedCount = 0
    const last = new Int32Array(this.firstOf.length).fill(-1)
    const freeAt = new Float64Array(this.firstOf.length).fill(problem.origin)
    for (let k = 0; k < count; k++) {
      const i = this.order[k]
      let row = mode ? mode[i] : -1
      if (row < 0 && hasModes(modes, i)) row = modes.first[i]
      this.#runIn(i, row)
      const ready = this.#ready(i)
      for (let node = 2 * i; node < 2 * i + 2; node++) {
        const r = this.#resourceOf(node)
        let chosen = r < 0 ? -1 : noSlot
        if (r >= 0 && slot && slot[node] >= slotFirst[r] && slot[node] < slotFirst[r + 1]) chosen = slot[node]
        else if (r >= 0) {
          // The slot on which the operation starts first; of several, the one that became free last.
          let earliest = Infinity
          for (let s = slotFirst[r]; s < slotFirst[r + 1]; s++) {
            const at = this.#besideBlocks(node, s, Math.max(ready, workAt(this.#calendarOf(i), freeAt[s])))
            if (chosen >= 0 && (at > earliest || (at === earliest && freeAt[s] <= freeAt[chosen]))) continue
            chosen = s
            earliest = at
          }
        }
        this.slot[node] = chosen
        if (chosen < 0) continue
        this.prev[node] = last[chosen]
        if (last[chosen] < 0) this.firstOf[chosen] = node
        else this.next[last[chosen]] = node
        last[chosen] = node
        this.#setUp(node)
      }
      this.#place(i)
      for (let node = 2 * i; node < 2 * i + 2; node++) {
        if (this.slot[node] < 0) continue
        freeAt[this.slot[node]] = this.shop.frees[node] === 1 ? this.#endOfPieces(i, this.slot[node]) : this.#endOf(i)
      }
    }
    this.cost = changeoverShare * this.#setups
    for (let i = 0; i < count; i++) if (this.#isDue[i] === 1) this.#endWall[i] = this.#endOf(i)
    for (let p = 0; p < problem.projectCount; p++) {
      this.projectCost[p] = this.#costOf(p)
      this.cost += this.projectCost[p]
    }
    this.#forget()
  }

  /**
   * Moves an operation to a side of `target`, a node on the slot that it takes there; with a target of -1 it becomes the only one of `slot`. `k` is
   * the node that moves (0 or 1); the other one keeps its slot. `row` is its mode. Returns false, and changes nothing, if it would wait for itself.
   */
  move(operation: number, k: number, target: number, side: Side, slot: number, row: number): boolean {
    const node = 2 * operation + k
    this.#linkedCount = 0
    this.#moved = operation
    this.#movedMode = this.mode[operation]
    this.#changed = 0
    this.#touched = 0
    this.#totalBefore = this.cost
    this.#orders.begin()
    for (let of = 0; of < 2; of++) {
      this.#movedSlot[of] = this.slot[2 * operation + of]
      this.#movedPrev[of] = this.prev[2 * operation + of]
      if (this.slot[2 * operation + of] >= 0) this.#unlink(2 * operation + of)
    }
    const before = side === 'behind' ? target : target < 0 ? -1 : this.prev[target]
    const after = side === 'behind' ? (target < 0 ? -1 : this.next[target]) : target
    if (side !== 'here' && !this.#orders.fitsBetween(operation, before, after)) {
      for (let of = 0; of < 2; of++) {
        if (this.#movedSlot[of] >= 0) this.#link(2 * operation + of, this.#movedSlot[of], this.#movedPrev[of])
      }
      this.cost = this.#totalBefore
      return false
    }
    if (row !== this.mode[operation]) this.#runIn(operation, row)
    this.#link(node, slot, side === 'here' ? this.#orders.before(operation, slot) : before)
    const rest = 2 * operation + 1 - k
    const kept = this.#movedSlot[1 - k]
    if (kept >= 0) this.#link(rest, kept, this.#orders.before(operation, kept))
    this.#linked[this.#linkedCount++] = operation
    this.#update()
    return true
  }

  /** Undoes the last move. */
  undo(): void {
    const operation = this.#moved
    this.#linkedCount = 0
    for (let k = 0; k < 2; k++) if (this.slot[2 * operation + k] >= 0) this.#unlink(2 * operation + k)
    this.#orders.restore()
    if (this.mode[operation] !== this.#movedMode) this.#runIn(operation, this.#movedMode)
    for (let k = 0; k < 2; k++)
      if (this.#movedSlot[k] >= 0) this.#link(2 * operation + k, this.#movedSlot[k], this.#movedPrev[k])
    for (let k = 0; k < this.#changed; k++) {
      const i = this.#changedOf[k]
      this.startWork[i] = this.#startBefore[k]
      this.endWork[i] = this.#endBefore[k]
      if (this.#isDue[i] === 1) this.#endWall[i] = this.#wallBefore[k]
    }
    for (let k = 0; k < this.#touched; k++) {
      this.projectCost[this.#touchedOf[k]] = this.#costBefore[k]
      this.#late[this.#touchedOf[k]] = this.#lateBefore[k]
    }
    this.cost = this.#totalBefore
    this.#forget()
  }

  /** Whether the operation starts when its predecessor by link `e` allows it. */
  waitsForLink(operation: number, e: number): boolean {
    const before = this.#linkFrom[e]
    const isPlain = this.#isTimed[e] === 0 && this.calendar[before] === this.calendar[operation]
    return (isPlain ? this.endWork[before] : this.#afterLink(operation, e)) === this.startWork[operation]
  }

  /** Whether the operation of a node starts when the one before it on the slot allows it. */
  waitsForSlot(node: number): boolean {
    return this.prev[node] >= 0 && this.#afterPrev(node) === this.startWork[node >> 1]
  }

  isLate(project: number): boolean {
    return this.#late[project] === 1
  }

  /** The operation with which a project ends, or at random one that misses its deadline; -1 = fixed work ends it, or it has none. */
  chooseEnd(project: number, random: () => number): number {
    const { lastFirst, last, problem } = this.shop
    let latest = -1
    let end = problem.fixedEnd[project]
    for (let row = lastFirst[project]; row < lastFirst[project + 1]; row++) {
      const at = this.#endWall[last[row]]
      if (at > end) {
        end = at
        latest = last[row]
      }
    }
    if (!this.#hasDeadlines) return latest
    let found = 1
    for (const i of this.#objective.deadlinesOf(project)) {
      if (this.#endWall[i] > problem.deadline[i] && random() * ++found < 1) latest = i
    }
    return latest
  }

  /** Work of its calendar at which an operation would be ready in a mode, with the links alone. */
  readyIn(operation: number, row: number): number {
    const kept = this.mode[operation]
    if (row === kept) return this.#ready(operation)
    this.#runIn(operation, row)
    const ready = this.#ready(operation)
    this.#runIn(operation, kept)
    return ready
  }

  #forget(): void {
    this.#changed = 0
    this.#touched = 0
  }

  #update(): void {
    const { order, place, startWork, endWork, next } = this
    const dirty = this.#dirty
    const endWall = this.#endWall
    const { successorFirst, successor, project } = this.shop.problem
    const mark = ++this.#mark
    let k = order.length
    let left = 0
    for (let at = 0; at < this.#linkedCount; at++) {
      const to = place[this.#linked[at]]
      if (dirty[to] === 0) left++
      dirty[to] = 1
      if (to < k) k = to
    }
    let changed = 0
    for (; left > 0; k++) {
      if (dirty[k] === 0) continue
      const i = order[k]
      dirty[k] = 0
      left--
      const start = startWork[i]
      const end = endWork[i]
      this.#place(i)
      this.updates++
      if (startWork[i] === start && endWork[i] === end && i !== this.#moved) continue
      this.#changedOf[changed] = i
      this.#startBefore[changed] = start
      this.#endBefore[changed] = end
      if (this.#isDue[i] === 1) {
        this.#wallBefore[changed] = endWall[i]
        endWall[i] = this.#endOf(i)
        this.#touch(project[i], mark)
      }
      changed++
      for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
        const to = place[successor[e]]
        if (dirty[to] === 0) left++
        dirty[to] = 1
      }
      for (let node = 2 * i; node < 2 * i + 2; node++) {
        if (next[node] < 0) continue
        const to = place[next[node] >> 1]
        if (dirty[to] === 0) left++
        dirty[to] = 1
      }
    }
    this.#changed = changed
    let cost = this.cost
    for (let t = 0; t < this.#touched; t++) {
      const p = this.#touchedOf[t]
      this.projectCost[p] = this.#costOf(p)
      cost += this.projectCost[p] - this.#costBefore[t]
    }
    this.cost = cost
  }

  /** Remembers the cost of a project before the move. */
  #touch(project: number, mark: number): void {
    if (this.#touchedMark[project] === mark) return
    this.#touchedMark[project] = mark
    this.#costBefore[this.#touched] = this.projectCost[project]
    this.#lateBefore[this.#touched] = this.#late[project]
    this.#touchedOf[this.#touched++] = project
  }

  #costOf(project: number): number {
    const { lastFirst, last, problem } = this.shop
    let end = problem.fixedEnd[project]
    let missed = 0
    for (let row = lastFirst[project]; row < lastFirst[project + 1]; row++) {
      const at = this.#endWall[last[row]]
      if (at === Infinity) missed += unplacedCost
      else if (at > end) end = at
    }
    if (this.#hasDeadlines) missed += this.#objective.missed(project, this.#endWall)
    this.#late[project] = Number(this.#objective.lateness(project, end, missed) > 0)
    return this.#objective.projectCost(project, end, missed)
  }

  /** End instant. An operation without duration counts as being in open time, although it may be at the very end of a shift. */
  #endOf(operation: number): number {
    const end = this.endWork[operation]
    if (end === Infinity) return Infinity
    const calendar = this.#calendarOf(operation)
    return this.duration[operation] === 0 ? calendar.startWall(end) : calendar.endWall(end)
  }

  #calendarOf(operation: number): CoreCalendar {
    return this.shop.problem.calendars[this.calendar[operation]]
  }

  /** Computes start and end of an operation from everything that it waits for. */
  #place(operation: number): void {
    const { slot, prev, calendar, endWork } = this
    let at = this.#ready(operation)
    for (let node = 2 * operation; node < 2 * operation + 2; node++) {
      const before = prev[node]
      if (before >= 0) {
        const after =
          this.#isPlain && calendar[before >> 1] === calendar[operation] ? endWork[before >> 1] : this.#afterPrev(node)
        if (after > at) at = after
      } else if (slot[node] === noSlot) at = Infinity
    }
    if (this.#hasBlocks) at = this.#besideAllBlocks(operation, at)
    this.startWork[operation] = at
    endWork[operation] = at + this.duration[operation]
  }

  #besideAllBlocks(operation: number, from: number): number {
    let at = from
    for (let rounds = 0, before = Number.NaN; before !== at && rounds < mostRounds; rounds++) {
      before = at
      for (let node = 2 * operation; node < 2 * operation + 2; node++) {
        if (this.slot[node] >= 0) at = this.#besideBlocks(node, this.slot[node], at)
      }
    }
    return at
  }

  /** Work of the operation's calendar from which its release and its links allow a start. */
  #ready(operation: number): number {
    const first = this.#linkFirst
    const predecessor = this.#linkFrom
    const isTimed = this.#isTimed
    const { calendar, endWork } = this
    const own = calendar[operation]
    let at = this.#release[operation]
    for (let e = first[operation]; e < first[operation + 1]; e++) {
      const before = predecessor[e]
      const after = isTimed[e] === 0 && calendar[before] === own ? endWork[before] : this.#afterLink(operation, e)
      if (after > at) at = after
    }
    return at
  }

  #afterLink(operation: number, e: number): number {
    const { predecessor, lag, wait, left } = this.shop.links
    const before = predecessor[e]
    const [own, other] = [this.calendar[operation], this.calendar[before]]
    const endWork = this.endWork[before]
    if (this.shop.isTimed[e] === 0 && own === other) return endWork
    if (endWork === Infinity) return Infinity
    const calendar = this.#calendarOf(operation)
    const end = this.#endOf(before)
    if (end === Infinity) return Infinity
    const ended = calendar.toWork(end + wait[e]) + lag[e]
    const percent = left ? left[e] : 0
    const early = percent === 0 ? 0 : shareOf(this.duration[operation], percent)
    if (early === 0) return ended
    const undone = shareOf(this.duration[before], percent)
    const share = undone === 0 ? end : this.#calendarOf(before).endWall(endWork - undone)
    return Math.max(ended - early, calendar.toWork(share + wait[e]) + lag[e])
  }

  /** Work of the operation's calendar from which the one before it on the slot, and the changeover, allow a start. */
  #afterPrev(node: number): number {
    const operation = node >> 1
    const before = this.prev[node] >> 1
    const endWork = this.endWork[before]
    const own = this.calendar[operation]
    if (this.shop.frees[this.prev[node]] === 1) {
      const free = this.#endOfPieces(before, this.slot[node])
      return free === Infinity ? Infinity : this.#calendarOf(operation).toWork(free)
    }
    const setup = this.#setup[node]
    const ofSlot = this.shop.calendarOf[this.slot[node]]
    if (own === this.calendar[before] && (setup === 0 || ofSlot < 0 || ofSlot === own)) return endWork + setup
    if (endWork === Infinity) return Infinity
    const end = this.#endOf(before)
    if (end === Infinity) return Infinity
    const calendar = this.#calendarOf(operation)
    if (setup === 0 || ofSlot < 0 || ofSlot === own) return calendar.toWork(end) + setup
    const resource = this.shop.problem.calendars[ofSlot]
    const ready = resource.startWall(resource.toWork(end) + setup)
    return ready === Infinity ? Infinity : calendar.toWork(ready)
  }

  /** When a pool is free behind an operation, as if it had been used without a pause: others use it meanwhile. */
  #endOfPieces(operation: number, slot: number): number {
    const ofSlot = this.shop.calendarOf[slot]
    const start = this.startWork[operation]
    if (start === Infinity) return Infinity
    const own = this.#calendarOf(operation)
    const pool = ofSlot < 0 ? own : this.shop.problem.calendars[ofSlot]
    const at = workAt(pool, own.startWall(start))
    return at === Infinity ? Infinity : pool.endWall(at + this.duration[operation])
  }

  /** The first work >= `at` at which the fixed work of the slot leaves room for the operation. */
  #besideBlocks(node: number, slot: number, at: number): number {
    const blocks = this.shop.blocksOf[slot]
    if (!blocks || at === Infinity) return at
    const { from, to, family, longest } = blocks
    const operation = node >> 1
    const length = this.duration[operation]
    const calendar = this.#calendarOf(operation)
    const ofSlot = this.shop.calendarOf[slot]
    const other = ofSlot < 0 || ofSlot === this.calendar[operation] ? null : this.shop.problem.calendars[ofSlot]
    const setup = this.shop.setupOf[slot]
    const own = this.shop.family[node]
    let start = at
    let [low, high] = [0, from.length]
    const earliest = (other ? workAt(other, calendar.startWall(start)) : start) - longest
    while (low < high) {
      const middle = (low + high) >> 1
      if (to[middle] <= earliest) low = middle + 1
      else high = middle
    }
    for (let b = low; b < from.length; b++) {
      let [begin, end] = [start, start + length]
      if (other) {
        begin = workAt(other, calendar.startWall(start))
        end = workAt(other, calendar.endWall(start + length))
        if (end === Infinity) return Infinity
      }
      const before = setup ? setup.times[own * setup.families + family[b]] : 0
      if (end + before <= from[b]) break
      const ready = to[b] + (setup ? setup.times[family[b] * setup.families + own] : 0)
      if (begin >= ready) continue
      if (ready === Infinity) return Infinity
      start = other ? workAt(calendar, other.startWall(ready)) : ready
    }
    return start
  }

  #resourceOf(node: number): number {
    const row = this.mode[node >> 1]
    const { modes } = this.shop.problem
    return (node & 1) === 0 && row >= 0 && modes ? modes.resource[row] : this.shop.resource[node]
  }

  #runIn(operation: number, row: number): void {
    const { modes, calendars, release } = this.shop.problem
    this.mode[operation] = row
    if (row >= 0 && modes) {
      this.duration[operation] = modes.duration[row]
      this.calendar[operation] = modes.calendar[row]
    }
    const from = row >= 0 && modes ? modes.release[row] : release[operation]
    this.#release[operation] = calendars[this.calendar[operation]].toWork(from)
  }

  #unlink(node: number): void {
    this.#setups -= this.#setup[node]
    this.#bill(-this.#setup[node])
    this.#setup[node] = 0
    this.#follows(this.#orders.unlink(node))
  }

  /** Inserts a node behind another one on a slot; -1 = as the first one. */
  #link(node: number, slot: number, before: number): void {
    const after = this.#orders.link(node, slot, before)
    this.#setUp(node)
    this.#follows(after)
  }

  /** A node has another one before it now. */
  #follows(node: number): void {
    if (node < 0) return
    this.#setUp(node)
    this.#linked[this.#linkedCount++] = node >> 1
  }

  #bill(changeover: number): void {
    this.cost += changeoverShare * changeover
  }

  /** Finds the changeover before a node. */
  #setUp(node: number): void {
    if (!this.shop.hasSetups) return
    const setup = this.shop.setupOf[this.slot[node]]
    const before = this.prev[node]
    const { family } = this.shop
    const time = setup && before >= 0 ? setup.times[family[before] * setup.families + family[node]] : 0
    this.#setups += time - this.#setup[node]
    this.#bill(time - this.#setup[node])
    this.#setup[node] = time
  }
}
