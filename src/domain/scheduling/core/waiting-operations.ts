import { type CoreCalendar, type CoreProblem, hasModes } from './core-problem.ts'
import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { ReadyQueue, SetupQueue } from './ready-queue.ts'
import type { OnPlaced } from './serial-schedule.ts'
import { WakeTree } from './wake-tree.ts'

/** The operations of a line that could start, best first. Where changeovers count, some of the first are compared with the changeover to each. */
type Queue = ReadyQueue | SetupQueue

const queueFactory = (builder: PlanBuilder, rule: DispatchRule): ((resource: number) => Queue) => {
  const { changeoverScale: scale } = rule
  return (resource) => {
    const queue = new ReadyQueue(rule)
    if (scale === undefined || !builder.hasChangeovers(resource)) return queue
    return new SetupQueue(
      queue,
      (operation, at) => builder.changeoverTo(operation, builder.calendarOf(operation).toWork(at)) / scale,
    )
  }
}

/** The second resource that an operation needs; -1 = it needs one only. */
const secondResource = ({ demandFirst, demandResource }: CoreProblem, operation: number): number => {
  const second = demandFirst[operation] + 1
  return second < demandFirst[operation + 1] ? demandResource[second] : -1
}

/** Two resources that operations need together, and the calendar of their common working time. */
interface Pair {
  readonly line: number
  readonly first: number
  readonly second: number
  readonly calendar: CoreCalendar
}

/** What is known of the resources while a plan is built. */
const resourceState = ({ problem }: PlanBuilder) => {
  const { operationCount, resourceCount, demandFirst, modes } = problem
  let hasPairs = false
  for (let i = 0; i < operationCount && !hasPairs; i++) hasPairs = demandFirst[i + 1] - demandFirst[i] > 1
  // Where operations need two resources, or have a choice, resources that wake at the same instant take turns by the best operation that waits for each.
  const rank = new Float64Array(resourceCount).fill(-Infinity)
  const calendars: CoreCalendar[] = []
  return {
    arrivals: Array.from({ length: resourceCount }, () => new IndexHeap()),
    rank,
    wakes: new WakeTree(rank),
    // Work only gets in, so a resource without room has none until then: waking it sooner would be in vain.
    busyUntil: new Float64Array(resourceCount).fill(-Infinity),
    calendars,
    hasPairs,
    hasChoice: hasPairs || modes !== null,
  }
}

/**
 * The operations that could start, in lines: those that need one resource alone have the line of its number, and those that need the same
 * two resources have a line of their own, which both resources see.
 */
const waitingLines = (builder: PlanBuilder, rule: DispatchRule, state: ReturnType<typeof resourceState>) => {
  const { problem } = builder
  const { resourceCount, modes } = problem
  const { wakes, busyUntil, calendars, hasPairs, hasChoice } = state
  const makeQueue = queueFactory(builder, rule)
  const queues = Array.from({ length: resourceCount }, (_, resource) => makeQueue(resource))
  const lineOfPair = new Map<number, number>()
  const pairsOf: Pair[][] = Array.from({ length: resourceCount }, () => [])

  const lineOf = (resource: number, operation: number): number => {
    const second = hasPairs ? secondResource(problem, operation) : -1
    return second < 0 ? resource : (lineOfPair.get(resource * resourceCount + second) ?? resource)
  }
  const addLine = (first: number, second: number, calendar: CoreCalendar): void => {
    const key = first * resourceCount + second
    if (lineOfPair.has(key)) return
    const line = queues.length
    queues.push(makeQueue(builder.hasChangeovers(first) ? first : second))
    const pair = { line, first, second, calendar }
    lineOfPair.set(key, line)
    pairsOf[first].push(pair)
    pairsOf[second].push(pair)
  }
  /** Whether both resources of a line are open, and the other one has room. If not, wakes what it waits for. */
  const canStart = ({ first, calendar }: Pair, other: number, at: number): boolean => {
    const opensAt = calendar.startWall(calendar.toWork(at))
    if (opensAt !== at && opensAt !== Infinity) {
      wakes.lower(first, opensAt)
      return false
    }
    const work = calendars[other].toWork(at)
    const room = builder.roomFrom(other, work)
    if (room === work) return true
    busyUntil[other] = calendars[other].startWall(room)
    if (busyUntil[other] !== Infinity) wakes.lower(other, busyUntil[other])
    return false
  }
  /** The line with the best operation that could start at a resource; -1 = none. */
  const bestLine = (resource: number, at: number): number => {
    let line = queues[resource].size > 0 ? resource : -1
    let least = line < 0 || pairsOf[resource].length === 0 ? Infinity : queues[line].bestKey(at)
    for (const pair of pairsOf[resource]) {
      const queue = queues[pair.line]
      if (queue.size === 0) continue
      const other = pair.first === resource ? pair.second : pair.first
      if (busyUntil[other] > at) {
        if (busyUntil[other] !== Infinity) wakes.lower(other, busyUntil[other])
        continue
      }
      const key = queue.bestKey(at)
      const isBehind = key > least || (key === least && line >= 0 && queue.best(at) > queues[line].best(at))
      if (isBehind || !canStart(pair, other, at)) continue
      line = pair.line
      least = key
    }
    return line
  }
  const isWaitedFor = (resource: number): boolean => {
    if (queues[resource].size > 0) return true
    for (const { line } of pairsOf[resource]) if (queues[line].size > 0) return true
    return false
  }
  /** Whether the best operation of a line may have to give way to one of another resource that wakes at the same instant. */
  const givesWay = (line: number, at: number): boolean =>
    hasChoice && line >= 0 && wakes.nextAt <= at && (line >= resourceCount || hasModes(modes, queues[line].best(at)))
  return { queues, lineOf, addLine, bestLine, isWaitedFor, givesWay }
}

/** The operations that wait: for their resources, or for the instant at which they can start. `queueReady` is false when abandoned. */
export const waitingOperations = (builder: PlanBuilder, rule: DispatchRule, onPlaced: OnPlaced) => {
  const { problem } = builder
  const { demandFirst, demandResource, duration, modes, pauses } = problem
  const state = resourceState(builder)
  const { arrivals, busyUntil, calendars, hasPairs, wakes } = state
  const lines = waitingLines(builder, rule, state)

  const calendarOf = (resource: number, own: CoreCalendar): CoreCalendar =>
    pauses ? problem.calendars[pauses.calendarOf[resource]] : own
  /** Lets an operation wait for a resource from an instant on. `calendar` = its own. */
  const waitFor = (resource: number, operation: number, calendar: CoreCalendar, at: number): void => {
    calendars[resource] ??= calendarOf(resource, calendar)
    const second = hasPairs ? secondResource(problem, operation) : -1
    if (second >= 0) {
      calendars[second] ??= calendarOf(second, calendar)
      lines.addLine(resource, second, calendar)
    }
    arrivals[resource].push(operation, at)
    wakeFor(resource, operation, at)
  }
  /** Lets an operation wait again that cannot start before an instant. */
  const waitUntil = (operation: number, at: number): void => {
    const first = demandResource[demandFirst[operation]]
    arrivals[first].push(operation, at)
    wakeFor(first, operation, at)
  }
  /** Lets those operations into their lines that can start at an instant. */
  const letIn = (resource: number, at: number): void => {
    const coming = arrivals[resource]
    while (coming.size > 0 && coming.firstKey <= at) {
      const operation = coming.pop()
      lines.queues[lines.lineOf(resource, operation)].push(operation, at)
    }
  }
  /** Wakes a resource for an operation. One with modes may arrive while this resource is closed. */
  const wakeFor = (resource: number, operation: number, at: number): void => {
    if (busyUntil[resource] === Infinity) return
    if (at <= busyUntil[resource]) wakes.lower(resource, busyUntil[resource])
    else
      wakes.lower(
        resource,
        hasModes(modes, operation) ? calendars[resource].startWall(calendars[resource].toWork(at)) : at,
      )
  }
  const queueReady = (): boolean => {
    while (builder.readyCount > 0) {
      const operation = builder.ready[--builder.readyCount]
      const demand = demandFirst[operation]
      const from = builder.readyWork[operation]
      const at = builder.earliestStart(operation)
      if (demand === demandFirst[operation + 1] || duration[operation] === 0 || at === Infinity) {
        builder.place(operation, from)
        if (onPlaced(operation)) return false
        continue
      }
      if (!hasModes(modes, operation)) waitFor(demandResource[demand], operation, builder.calendarOf(operation), at)
      else {
        for (let row = modes.first[operation]; row < modes.first[operation + 1]; row++)
          waitFor(modes.resource[row], operation, problem.calendars[modes.calendar[row]], at)
      }
    }
    return true
  }
  return { ...state, ...lines, waitUntil, wakeFor, letIn, queueReady }
}
