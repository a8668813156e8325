import { hasModes, topologicalOrder } from '../core-problem.ts'
import { OrderPlan, type Orders, type Side, unplacedCost } from './order-plan.ts'
import { type OrderShop, orderShopOf } from './order-shop.ts'
import type { SearchRun } from './search-run.ts'

/** A plan in a pool, and its cost. */
interface Member extends Orders {
  readonly cost: number
}

/** Steps per operation: of the first annealing, which starts from the best plan and doubles with each further one, up to those of a member of the pool. */
const firstSteps = 20
const memberSteps = 600
const stepsBetween = 200
/**
 * Initial temperature as a share of the usual rise in cost. From a good plan, and between two good ones, it is lower, so
 * that what is good about them survives. The final temperature is the same.
 */
const hottest = 1.2
const hottestBetween = 0.5
const coldest = 0.18
/**
 * Number of operations up to which these shares apply. In larger shops they fall with the square root of the number; annealing would end
 * too hot otherwise.
 */
const usualCount = 100
/** Steps for measuring the usual rise. */
const samples = 500
/** Size of the pool at first, and at most. */
const leastMembers = 12
const mostMembers = 30
/** Operations up to which a pool is worth its time; larger shops anneal from the best plan again. */
const mostOfPool = 1_000
/** Share of moves that take an operation to another slot where there is a choice. */
const elsewhereShare = 0.4
/** Computed starts that take about as long as placing one operation. */
const updatesPerPlacement = 8
/** Steps between two answers to the portfolio. */
const stepsPerTurn = 256

/**
 * One search over machine orders (disjunctive graph, Roy and Sussmann 1964) for shops with calendars, capacities, alternatives, changeovers and
 * pools: simulated annealing with moves on the longest paths of late projects (van Laarhoven, Aarts and Lenstra 1992; Mati, Dauzere-Peres and Lahlou
 * 2011), with path relinking between good plans (Peng, Lu and Cheng 2015). Yields what it has spent since the last time, in placements.
 */
export function* orderSearch(run: SearchRun): Generator<number, void> {
  const order = topologicalOrder(run.problem)
  const shop = order.length === run.problem.operationCount ? orderShopOf(run.problem, order) : null
  if (!shop) return
  const search = new OrderSearch(run, shop)
  const { count } = shop
  for (let steps = firstSteps; steps < memberSteps; steps *= 2) {
    search.load(run.best.start, run.best.mode ?? null)
    yield* search.anneal(steps === firstSteps ? 0 : hottestBetween, steps * count)
  }
  if (count > mostOfPool) {
    for (let steps = memberSteps; ; steps *= 1.5) {
      search.load(run.best.start, run.best.mode ?? null)
      yield* search.anneal(hottestBetween, steps * count)
    }
  }
  for (let members = leastMembers; ; members = Math.min(mostMembers, members * 2)) {
    search.load(run.best.start, run.best.mode ?? null)
    const pool: Member[] = [yield* search.anneal(hottest, memberSteps * count)]
    while (pool.length < members) {
      search.load(search.randomKeys(), null)
      pool.push(yield* search.anneal(hottest, memberSteps * count))
    }
    for (let idle = 0; idle < 2 * members; idle++) {
      const from = run.below(pool.length)
      const to = (from + 1 + run.below(pool.length - 1)) % pool.length
      search.loadBetween(pool[from], pool[to])
      const child = yield* search.anneal(hottestBetween, stepsBetween * count)
      if (joins(pool, child, shop)) idle = -1
    }
  }
}

/** Replaces the worst member with the child, unless the child is worse or a similar one exists. */
const joins = (pool: Member[], child: Member, shop: OrderShop): boolean => {
  let worst = 0
  for (let k = 0; k < pool.length; k++) {
    if (pool[k].cost > pool[worst].cost) worst = k
    if (pool[k].cost === child.cost && isSame(shop, pool[k], child)) return false
  }
  if (child.cost >= pool[worst].cost) return false
  pool[worst] = child
  return true
}

/** Whether two plans have the same orders on all slots. */
const isSame = ({ count, resourceOf }: OrderShop, a: Orders, b: Orders): boolean => {
  const lastOf = (): Int32Array => new Int32Array(resourceOf.length).fill(-1)
  const before = (orders: Orders): Int32Array => {
    const [last, found] = [lastOf(), new Int32Array(2 * count)]
    for (const i of orders.order) {
      for (let node = 2 * i; node < 2 * i + 2; node++) {
        if (orders.slot[node] < 0) continue
        found[node] = last[orders.slot[node]]
        last[orders.slot[node]] = node
      }
    }
    return found
  }
  const [ofA, ofB] = [before(a), before(b)]
  return ofA.every((node, at) => node === ofB[at])
}

class OrderSearch {
  readonly #run: SearchRun
  readonly #shop: OrderShop
  readonly #plan: OrderPlan
  #best: Member | null = null
  #bestCost = Infinity
  /** Cost of the last plan that was built exactly. */
  #offeredCost = Infinity
  #usualRise = 0
  /** Cost risen by the swap before a node, while no move has been accepted since `#risenAt`. */
  readonly #risen: Float64Array
  readonly #risenAt: Int32Array
  #accepted = 0
  /** The node before which the path was found to wait, and an operation on it. */
  #arc = -1
  #onPath = -1
  #spent = 0
  readonly #mostWeight: number
  readonly #linkFirst: Int32Array
  readonly #linkFrom: Int32Array

  constructor(run: SearchRun, shop: OrderShop) {
    this.#run = run
    this.#shop = shop
    this.#linkFirst = shop.links.first
    this.#linkFrom = shop.links.predecessor
    this.#plan = new OrderPlan(shop, run.objective)
    this.#risen = new Float64Array(2 * shop.count)
    this.#risenAt = new Int32Array(2 * shop.count).fill(-1)
    this.#mostWeight = run.problem.weight.reduce((most, weight) => Math.max(most, weight), 0)
  }

  /** Loads a plan. The best plan of an annealing run begins with it. */
  load(keys: Float64Array, mode: Int32Array | null, slot: Int32Array | null = null): void {
    this.#plan.load(keys, mode, slot)
    this.#spent += this.#shop.count
    this.#bestCost = Infinity
    this.#offeredCost = Infinity
    this.#accepted++
  }

  /** A total order about halfway between two others, with the slots of either. If both agree on a pair, so does the result. */
  loadBetween(from: Orders, to: Orders): void {
    const { count } = this.#shop
    const share = 0.3 + 0.4 * this.#run.random()
    const keys = new Float64Array(count)
    const [mode, slot] = [from.mode.slice(), from.slot.slice()]
    for (let k = 0; k < count; k++) {
      keys[from.order[k]] += (1 - share) * k
      keys[to.order[k]] += share * k
    }
    for (let i = 0; this.#shop.hasChoices && i < count; i++) {
      if (this.#run.random() >= share) continue
      mode[i] = to.mode[i]
      slot[2 * i] = to.slot[2 * i]
      slot[2 * i + 1] = to.slot[2 * i + 1]
    }
    this.load(keys, mode, slot)
  }

  /** Keys for a random order. */
  randomKeys(): Float64Array {
    return Float64Array.from({ length: this.#shop.count }, this.#run.random)
  }

  /** Anneals from a share of the usual rise in cost down to the coldest one, and offers the best plan found. */
  *anneal(heat: number, length: number): Generator<number, Member> {
    this.#usualRise ||= this.#findUsualRise()
    const rise = this.#usualRise
    const from = Math.max(heat, coldest) * rise
    const to = (heat > 0 ? coldest : coldest / 4) * rise
    const cooling = from > 0 ? (to / from) ** (1 / length) : 1
    this.#keep()
    try {
      for (let k = 0, temperature = from; k < length; k++) {
        this.#step(temperature)
        temperature *= cooling
        if (k % stepsPerTurn !== stepsPerTurn - 1) continue
        this.#spent += this.#plan.updates / updatesPerPlacement
        this.#plan.updates = 0
        yield this.#takeSpent()
      }
    } finally {
      this.#keep()
      this.#offer()
    }
    yield this.#takeSpent()
    return this.#best ?? { ...this.#plan.orders(), cost: this.#plan.cost }
  }

  #takeSpent(): number {
    const spent = Math.ceil(this.#spent)
    this.#spent = 0
    return spent
  }

  /** Average rise in cost of moves that make the plan worse, measured from the loaded plan, which is changed. */
  #findUsualRise(): number {
    const { startWork, mode, slot } = this.#plan
    const [keys, modes, slots] = [this.#plan.starts(), mode.slice(), slot.slice()]
    let [rises, total] = [0, 0]
    for (let k = 0; k < samples && startWork.length > 1; k++) {
      const change = this.#step(Infinity)
      if (change <= 0 || change >= unplacedCost) continue
      rises++
      total += change
    }
    this.load(keys, modes, slots)
    return (total / Math.max(1, rises)) * Math.min(1, Math.sqrt(usualCount / this.#shop.count))
  }

  /** Keeps the current plan if it is the best of this annealing run. */
  #keep(): void {
    const { cost } = this.#plan
    if (cost >= this.#bestCost) return
    this.#bestCost = cost
    this.#best = { ...this.#plan.orders(), cost }
  }

  /** Builds the best plan of this annealing run exactly, and offers it. */
  #offer(): void {
    const best = this.#best
    if (!best || best.cost >= this.#offeredCost) return
    this.#offeredCost = best.cost
    const keys = new Float64Array(this.#shop.count)
    for (let k = 0; k < best.order.length; k++) keys[best.order[k]] = k
    this.#plan.load(keys, best.mode, best.slot)
    this.#spent += 2 * this.#shop.count
    this.#run.offerOrder(this.#plan.starts(), this.#shop.problem.modes ? best.mode : null)
  }

  /** Tries one move and returns the change in cost, whether or not it was accepted. */
  #step(temperature: number): number {
    const { random } = this.#run
    if (!this.#choosePath()) return 0
    const { hasChoices } = this.#shop
    if (hasChoices && (this.#arc < 0 || random() < elsewhereShare)) return this.#moveElsewhere(temperature)
    return this.#arc < 0 ? 0 : this.#swap(this.#arc, temperature)
  }

  /** Swaps the operation of a node with the one before it on the slot. */
  #swap(node: number, temperature: number): number {
    const known = this.#risenAt[node] === this.#accepted ? this.#risen[node] : 0
    if (known > 0 && this.#refuses(known, temperature)) return known
    const plan = this.#plan
    const before = plan.prev[node]
    const change = this.#try(
      before >> 1,
      before & 1,
      node,
      'behind',
      plan.slot[node],
      plan.mode[before >> 1],
      known > 0 ? Infinity : temperature,
    )
    if (change > 0 && plan.prev[node] === before) {
      this.#risen[node] = change
      this.#risenAt[node] = this.#accepted
    }
    return change
  }

  /** Takes an operation of the path, or the one before it, to a slot where it may run too, near the time at which it is ready. */
  #moveElsewhere(temperature: number): number {
    const run = this.#run
    const plan = this.#plan
    const { problem, slotFirst, resource } = this.#shop
    const { modes } = problem
    let operation = this.#onPath
    if (this.#arc >= 0 && run.random() < 0.4) operation = plan.prev[this.#arc] >> 1
    let row = plan.mode[operation]
    if (hasModes(modes, operation))
      row = modes.first[operation] + run.below(modes.first[operation + 1] - modes.first[operation])
    let k = 0
    if (row === plan.mode[operation] && plan.slot[2 * operation + 1] >= 0 && run.random() < 0.3) k = 1
    const r = k === 0 && row >= 0 && modes ? modes.resource[row] : resource[2 * operation + k]
    if (r < 0 || slotFirst[r] === slotFirst[r + 1]) return 0
    const slot = slotFirst[r] + run.below(slotFirst[r + 1] - slotFirst[r])
    const node = 2 * operation + k
    if (slot === plan.slot[node]) return this.#arc < 0 ? 0 : this.#swap(this.#arc, temperature)
    const target = this.#nearby(operation, row, slot)
    const side: Side = target < 0 ? 'here' : run.random() < 0.5 ? 'before' : 'behind'
    return this.#try(operation, k, target, side, slot, row, temperature)
  }

  /** The node on a slot that begins at about the time at which an operation would be ready there; -1 = the slot is empty. */
  #nearby(operation: number, row: number, slot: number): number {
    const plan = this.#plan
    let node = plan.firstOf[slot]
    if (node < 0) return -1
    const ready = plan.readyIn(operation, row)
    // Begins at a random operation of the slot in the total order near this one.
    const { order, place } = plan
    for (let away = 1, at = place[operation]; away < order.length; away++) {
      const [left, right] = [order[at - away], order[at + away]]
      if (left !== undefined && (plan.slot[2 * left] === slot || plan.slot[2 * left + 1] === slot)) {
        node = plan.slot[2 * left] === slot ? 2 * left : 2 * left + 1
        break
      }
      if (right !== undefined && (plan.slot[2 * right] === slot || plan.slot[2 * right + 1] === slot)) {
        node = plan.slot[2 * right] === slot ? 2 * right : 2 * right + 1
        break
      }
    }
    while (plan.prev[node] >= 0 && plan.startWork[node >> 1] > ready) node = plan.prev[node]
    while (plan.next[node] >= 0 && plan.endWork[node >> 1] <= ready) node = plan.next[node]
    if (this.#run.random() < 0.3 && plan.next[node] >= 0) node = plan.next[node]
    return node >> 1 === operation ? (plan.next[node] >= 0 ? plan.next[node] : plan.prev[node]) : node
  }

  /** Makes a move, and undoes it unless it is accepted. Returns the change in cost. */
  #try(
    operation: number,
    k: number,
    target: number,
    side: Side,
    slot: number,
    row: number,
    temperature: number,
  ): number {
    const plan = this.#plan
    if (target >= 0 && target >> 1 === operation) return 0
    const before = plan.cost
    this.#spent += 1 / updatesPerPlacement
    if (!plan.move(operation, k, target, side, slot, row)) return 0
    const change = plan.cost - before
    if (change > 0 && this.#refuses(change, temperature)) {
      plan.undo()
      return change
    }
    if (change > 0 && before < this.#bestCost) {
      // The plan before this move is the best so far. It is copied only now, because most better plans soon become better still.
      plan.undo()
      this.#keep()
      plan.move(operation, k, target, side, slot, row)
    }
    this.#accepted++
    return change
  }

  #refuses(rise: number, temperature: number): boolean {
    return temperature < Infinity && this.#run.random() >= Math.exp(-rise / temperature)
  }

  /**
   * Follows a longest path of a late project back from its end, at random where several are equally long, and picks one of the pairs that follow
   * one another on a slot, and one of the operations. False if there is nothing to move.
   */
  #choosePath(): boolean {
    const plan = this.#plan
    const { prev } = plan
    const { random } = this.#run
    const first = this.#linkFirst
    const predecessor = this.#linkFrom
    let arcs = 0
    let seen = 0
    this.#arc = -1
    this.#onPath = -1
    for (let i = this.#chooseEnd(); i >= 0; ) {
      if (this.#shop.hasChoices && random() * ++seen < 1) this.#onPath = i
      let ties = 0
      let before = -1
      for (let node = 2 * i; node < 2 * i + 2; node++) {
        if (prev[node] < 0 || !plan.waitsForSlot(node)) continue
        if (++ties > 1 && random() * ties >= 1) continue
        before = prev[node] >> 1
        if (++arcs === 1 || random() * arcs < 1) this.#arc = node
      }
      for (let e = first[i]; e < first[i + 1]; e++) {
        if (plan.waitsForLink(i, e) && (++ties === 1 || random() * ties < 1)) before = predecessor[e]
      }
      i = before
    }
    return this.#arc >= 0 || this.#onPath >= 0
  }

  /** The operation with which a late project ends; projects count by their weight. */
  #chooseEnd(): number {
    const run = this.#run
    const plan = this.#plan
    const { projectCount, weight } = run.problem
    let project = run.below(projectCount)
    for (let k = 0; k < 40; k++) {
      const p = run.below(projectCount)
      if (plan.shop.lastFirst[p] === plan.shop.lastFirst[p + 1]) continue
      project = p
      if (plan.isLate(p) && run.random() * this.#mostWeight < weight[p]) break
    }
    return plan.chooseEnd(project, run.random)
  }
}
