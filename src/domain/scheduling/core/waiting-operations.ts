import { type CoreCalendar, type CoreProblem, hasModes } from './core-problem.ts'
import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { ReadyQueue, SetupQueue } from './ready-queue.ts'
import type { OnPlaced } from './serial-schedule.ts'
import { WakeTree } from './wake-tree.ts'

/**
 * The operations of a queue that could start, best first. With changeovers, some of the first are compared including
 * the changeover to each.
 */
type Queue = ReadyQueue | SetupQueue

const queueFactory = (builder: PlanBuilder, rule: DispatchRule): ((resource: number) => Queue) => {
  const { changeoverScale: scale } = rule
  return (resource) => {
    if (scale === undefined || !builder.hasChangeovers(resource)) return new ReadyQueue(rule)
    return new SetupQueue(
      rule,
      (operation, at) => builder.changeoverTo(operation, builder.calendarOf(operation).toWork(at)) / scale,
    )
  }
}

/** The second resource of an operation; -1 = none. */
const secondResource = ({ demandFirst, demandResource }: CoreProblem, operation: number): number => {
  const second = demandFirst[operation] + 1
  return second < demandFirst[operation + 1] ? demandResource[second] : -1
}

/** Two resources that operations need together, and the calendar of their common working time. */
interface Pair {
  readonly line: number
  readonly queue: Queue
  readonly first: number
  readonly second: number
  readonly calendar: CoreCalendar
}

/** The operations that wait while a plan is built, for resources or for the instant at which they can start. */
export class WaitingOperations {
  readonly #builder: PlanBuilder
  readonly #onPlaced: OnPlaced
  readonly #makeQueue: (resource: number) => Queue
  readonly #lineOfPair = new Map<number, number>()
  readonly #pairsOf: Pair[][]
  /**
   * Queues of operations that could start. Operations that need a single resource use the queue with its index;
   * operations that need the same two resources share a queue that both resources use.
   */
  readonly queues: Queue[]
  readonly arrivals: IndexHeap[]
  /**
   * If operations need two resources or have a choice, resources that wake at the same instant are ordered by the best
   * operation waiting for each.
   */
  readonly rank: Float64Array
  readonly wakes: WakeTree
  /** Bookings are never removed, so a full resource stays full until then, and waking it earlier would be useless. */
  readonly busyUntil: Float64Array
  readonly calendars: CoreCalendar[] = []
  readonly hasPairs: boolean
  readonly hasChoice: boolean

  constructor(builder: PlanBuilder, rule: DispatchRule, onPlaced: OnPlaced) {
    const { operationCount, resourceCount, demandFirst, modes } = builder.problem
    this.#builder = builder
    this.#onPlaced = onPlaced
    this.#makeQueue = queueFactory(builder, rule)
    const ofEach = <T>(make: (resource: number) => T): T[] =>
      Array.from({ length: resourceCount }, (_, resource) => make(resource))
    this.queues = ofEach(this.#makeQueue)
    this.arrivals = ofEach(() => new IndexHeap())
    this.#pairsOf = ofEach(() => [])
    this.rank = new Float64Array(resourceCount).fill(-Infinity)
    this.busyUntil = new Float64Array(resourceCount).fill(-Infinity)
    this.wakes = new WakeTree(this.rank)
    this.hasPairs = false
    for (let i = 0; i < operationCount && !this.hasPairs; i++) this.hasPairs = demandFirst[i + 1] - demandFirst[i] > 1
    this.hasChoice = this.hasPairs || modes !== null
  }

  #lineOf(resource: number, operation: number): number {
    const { problem } = this.#builder
    const second = this.hasPairs ? secondResource(problem, operation) : -1
    return second < 0 ? resource : (this.#lineOfPair.get(resource * problem.resourceCount + second) ?? resource)
  }

  #addLine(first: number, second: number, calendar: CoreCalendar): void {
    const key = first * this.#builder.problem.resourceCount + second
    if (this.#lineOfPair.has(key)) return
    const line = this.queues.length
    const queue = this.#makeQueue(this.#builder.hasChangeovers(first) ? first : second)
    this.queues.push(queue)
    const pair = { line, queue, first, second, calendar }
    this.#lineOfPair.set(key, line)
    this.#pairsOf[first].push(pair)
    this.#pairsOf[second].push(pair)
  }

  /** Whether both resources of a queue are open and the other one has room. If not, schedules the wake-up for that. */
  #canStart({ first, calendar }: Pair, other: number, at: number): boolean {
    const opensAt = calendar.startWall(calendar.toWork(at))
    if (opensAt !== at && opensAt !== Infinity) {
      this.wakes.lower(first, opensAt)
      return false
    }
    const others = this.calendars[other]
    const work = others.toWork(at)
    const room = this.#builder.roomFrom(other, work)
    if (room === work) return true
    this.busyUntil[other] = others.startWall(room)
    if (this.busyUntil[other] !== Infinity) this.wakes.lower(other, this.busyUntil[other])
    return false
  }

  /** The queue with the best operation that could start on a resource; -1 = none. */
  bestLine(resource: number, at: number): number {
    const { queues, busyUntil, wakes } = this
    const pairs = this.#pairsOf[resource]
    let line = queues[resource].size > 0 ? resource : -1
    // Computed only for a comparison, which is rarely needed.
    let least = Number.NaN
    for (let i = 0; i < pairs.length; i++) {
      const pair = pairs[i]
      const { queue } = pair
      if (queue.size === 0) continue
      const other = pair.first === resource ? pair.second : pair.first
      if (busyUntil[other] > at) {
        if (busyUntil[other] !== Infinity) wakes.lower(other, busyUntil[other])
        continue
      }
      const key = queue.bestKey(at)
      if (line >= 0) {
        if (Number.isNaN(least)) least = queues[line].bestKey(at)
        if (key > least || (key === least && queue.best(at) > queues[line].best(at))) continue
      }
      if (!this.#canStart(pair, other, at)) continue
      line = pair.line
      least = key
    }
    return line
  }

  isWaitedFor(resource: number): boolean {
    if (this.queues[resource].size > 0) return true
    if (!this.hasPairs) return false
    for (const { queue } of this.#pairsOf[resource]) if (queue.size > 0) return true
    return false
  }

  /** Whether the best operation of a queue may have to yield to one of another resource that wakes at the same instant. */
  givesWay(line: number, at: number): boolean {
    if (!this.hasChoice || line < 0 || this.wakes.nextAt > at) return false
    return line >= this.rank.length || hasModes(this.#builder.problem.modes, this.queues[line].best(at))
  }

  #calendarOf(resource: number, own: CoreCalendar): CoreCalendar {
    const { pauses, calendars } = this.#builder.problem
    return pauses ? calendars[pauses.calendarOf[resource]] : own
  }

  /** Makes an operation wait for a resource from an instant on. `calendar` is its own. */
  #waitFor(resource: number, operation: number, calendar: CoreCalendar, at: number): void {
    this.calendars[resource] ??= this.#calendarOf(resource, calendar)
    const second = this.hasPairs ? secondResource(this.#builder.problem, operation) : -1
    if (second >= 0) {
      this.calendars[second] ??= this.#calendarOf(second, calendar)
      this.#addLine(resource, second, calendar)
    }
    this.arrivals[resource].push(operation, at)
    this.wakeFor(resource, operation, at)
  }

  /** Makes an operation wait that cannot start before an instant. */
  waitUntil(operation: number, at: number): void {
    const { demandFirst, demandResource } = this.#builder.problem
    const first = demandResource[demandFirst[operation]]
    this.arrivals[first].push(operation, at)
    this.wakeFor(first, operation, at)
  }

  /** Moves the operations that can start at an instant to their queues. */
  letIn(resource: number, at: number): void {
    const coming = this.arrivals[resource]
    while (coming.size > 0 && coming.firstKey <= at) {
      const operation = coming.pop()
      this.queues[this.#lineOf(resource, operation)].push(operation, at)
    }
  }

  /** Wakes a resource for an operation. One with modes may arrive while this resource is closed. */
  wakeFor(resource: number, operation: number, at: number): void {
    const busyUntil = this.busyUntil[resource]
    if (busyUntil === Infinity) return
    if (at <= busyUntil) this.wakes.lower(resource, busyUntil)
    else if (hasModes(this.#builder.problem.modes, operation)) {
      const calendar = this.calendars[resource]
      this.wakes.lower(resource, calendar.startWall(calendar.toWork(at)))
    } else this.wakes.lower(resource, at)
  }

  /** Enqueues the operations whose predecessors are all placed. Returns false if stopped. */
  queueReady(): boolean {
    const builder = this.#builder
    const { demandFirst, demandResource, duration, modes, calendars } = builder.problem
    while (builder.readyCount > 0) {
      const operation = builder.ready[--builder.readyCount]
      const demand = demandFirst[operation]
      const at = builder.earliestStart(operation)
      if (demand === demandFirst[operation + 1] || duration[operation] === 0 || at === Infinity) {
        builder.place(operation, builder.readyWork[operation])
        if (this.#onPlaced(operation)) return false
      } else if (!hasModes(modes, operation))
        this.#waitFor(demandResource[demand], operation, builder.calendarOf(operation), at)
      else {
        for (let row = modes.first[operation]; row < modes.first[operation + 1]; row++)
          this.#waitFor(modes.resource[row], operation, calendars[modes.calendar[row]], at)
      }
    }
    return true
  }
}
