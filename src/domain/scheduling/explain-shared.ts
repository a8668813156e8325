import type { PlacementFactor } from '#contract/placement.ts'
import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { type CenterCapacity, reducedBefore, riseBetween } from './center-capacity.ts'
import { resourcesOf, usedWork } from './resource-use.ts'
import type { ModelOperation, ShopModel } from './shop-model.ts'

/** Events of one kind at one resource in its work time, ascending, each with the operation's index in the model. */
interface Events {
  readonly works: Float64Array
  readonly rows: Int32Array
}

/** When the operations of a resource begin and stop using it, and when they start. */
interface ResourceUse {
  readonly center: CenterCapacity
  readonly begins: Events
  readonly stops: Events
  readonly starts: Events
}

/** Simultaneous events remain in model order, in which they are given. */
const sortedEvents = (events: readonly (readonly [work: number, row: number])[]): Events => {
  const sorted = events.toSorted((a, b) => a[0] - b[0])
  return {
    works: Float64Array.from(sorted, ([work]) => work),
    rows: Int32Array.from(sorted, ([, row]) => row),
  }
}

/** Number of events before a work time. */
const countBefore = ({ works }: Events, work: number): number => {
  let [low, high] = [0, works.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (floatAt(works, middle) < work) low = middle + 1
    else high = middle
  }
  return low
}

type Busy = Extract<PlacementFactor, { code: 'workCentreBusy' | 'sequence' }>

/**
 * Explains why operations with a pool start no earlier than one of their two resources has room. They have less working
 * time than either resource, so the resource may have had room for some time while the other one was closed.
 */
export class SharedResources {
  readonly #model: ShopModel
  readonly #sequence: Int32Array | null
  /** Index in the model of each operation of the sequence. */
  readonly #rows: Int32Array
  #turns: Float64Array | null = null
  /** Operations in the model that need each resource; computed on demand. */
  #users: readonly (readonly number[])[] | null = null
  readonly #known = new Map<number, ResourceUse>()

  constructor(model: ShopModel, rows: Int32Array, sequence: Int32Array | null) {
    this.#model = model
    this.#rows = rows
    this.#sequence = sequence
  }

  /** What ends, or increases in capacity, right when the operation can start. */
  busyFactor(operation: ModelOperation): Busy | null {
    const { operations, snapshot } = this.#model
    const uses = resourcesOf(operation).map((resource) => ({ resource, ...this.#span(operation, resource) }))
    for (const { resource, use, from, to } of uses) {
      const { categoryId } = valueAt(snapshot.categories, resource)
      for (let at = countBefore(use.stops, to + 1) - 1; at >= 0 && floatAt(use.stops.works, at) >= from; at--) {
        const work = floatAt(use.stops.works, at)
        const busy = valueAt(operations, intAt(use.stops.rows, at))
        if (!isFull(use, work)) continue
        const { center } = use
        const endMs = busy.endMs ?? 0
        const stopsMs = center.calendar.toWork(endMs) === work ? endMs : center.calendar.endWall(work)
        return { ...busyAt(center, work), at: stopsMs, categoryId, operationId: busy.source.operationId }
      }
    }
    for (const { resource, use, from, to } of uses) {
      const { categoryId } = valueAt(snapshot.categories, resource)
      const rise = riseBetween(use.center, from, to)
      if (rise) return { ...busyAt(use.center, rise.from), at: rise.fromMs, categoryId, operationId: null }
    }
    return null
  }

  /** The operation that starts right when this one can, and precedes it in the sequence. */
  sequenceFactor(operation: ModelOperation, row: number): Busy | null {
    const { operations, snapshot } = this.#model
    const turns = this.#turnsOf()
    if (!turns) return null
    for (const resource of resourcesOf(operation)) {
      const { use, from, to } = this.#span(operation, resource)
      const { categoryId } = valueAt(snapshot.categories, resource)
      for (let at = countBefore(use.starts, from); at < use.starts.works.length; at++) {
        if (floatAt(use.starts.works, at) > to) break
        const other = intAt(use.starts.rows, at)
        const before = valueAt(operations, other)
        if (before.startMs === null || !(floatAt(turns, other) < floatAt(turns, row))) continue
        const { operationId } = before.source
        return { code: 'sequence', at: before.startMs, binding: true, categoryId, operationId }
      }
    }
    return null
  }

  /** Position of each operation in the followed sequence; null if none is followed. */
  #turnsOf(): Float64Array | null {
    if (!this.#sequence || this.#turns) return this.#turns
    const turns = new Float64Array(this.#model.operations.length).fill(Infinity)
    this.#sequence.forEach((i, turn) => {
      turns[intAt(this.#rows, i)] = turn
    })
    this.#turns = turns
    return turns
  }

  /** The work span of a resource since the operation could last have worked before its start. */
  #span({ calendar, startMs }: ModelOperation, resource: number): { use: ResourceUse; from: number; to: number } {
    const use = this.#resource(resource)
    const clock = use.center.calendar
    const lastMs = calendar.endWall(calendar.toWork(startMs ?? 0))
    return { use, from: clock.toWork(lastMs), to: clock.toWork(startMs ?? 0) }
  }

  #usersOf(resource: number): readonly number[] {
    if (!this.#users) {
      const users: number[][] = this.#model.capacities.map(() => [])
      for (const [row, { category, pool }] of this.#model.operations.entries()) {
        users[category]?.push(row)
        if (pool !== category) users[pool]?.push(row)
      }
      this.#users = users
    }
    return valueAt(this.#users, resource)
  }

  #resource(resource: number): ResourceUse {
    const known = this.#known.get(resource)
    if (known) return known
    const { operations, capacities, nowMs } = this.#model
    const center = valueAt(capacities, resource)
    const begins: [number, number][] = []
    const stops: [number, number][] = []
    const starts: [number, number][] = []
    for (const row of this.#usersOf(resource)) {
      const operation = valueAt(operations, row)
      const { status, leftMs, startMs } = operation
      if (status === 'completed' || startMs === null) continue
      if (status === 'free' && leftMs === 0) continue
      const used = usedWork(operation, resource, center.calendar, nowMs)
      for (let i = 0; i < used.length; i += 2) {
        begins.push([valueAt(used, i), row])
        stops.push([valueAt(used, i + 1), row])
      }
      if (status === 'free') starts.push([center.calendar.toWork(startMs), row])
    }
    const use = { center, begins: sortedEvents(begins), stops: sortedEvents(stops), starts: sortedEvents(starts) }
    this.#known.set(resource, use)
    return use
  }
}

/** Whether a resource has no room right before a work time. */
const isFull = ({ center, begins, stops }: ResourceUse, work: number): boolean => {
  const capacity = center.steps.findLast(({ from }) => from < work)?.capacity ?? center.usual
  return countBefore(begins, work) - countBefore(stops, work) >= capacity
}

const busyAt = (center: CenterCapacity, work: number) => {
  const available = reducedBefore(center, work)
  return { code: 'workCentreBusy' as const, binding: true, ...(available && { available }) }
}
