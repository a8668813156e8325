import { at } from './at.ts'
import { MinHeap } from './min-heap.ts'
import { type ScheduleModel, workOf } from './schedule-model.ts'

/** One work center of the Timeline; `category` -1 contains the operations without one. */
export interface LaneBand {
  readonly category: number
  /** 0 = not limited: without a work center, or outside. */
  readonly capacity: number
  readonly isOutside: boolean
  /** A pool: its operations have their bars at their work centers, and here once more. */
  readonly isPool: boolean
  /** Operations of each lane by start. They never overlap within a lane, so their ends are sorted too. */
  readonly lanes: readonly Int32Array[]
}

/** Puts each operation in the lowest free lane, so that there are few lanes. `operations` are sorted by start. */
const partition = (model: ScheduleModel, operations: ArrayLike<number>, leastLanes: number): Int32Array[] => {
  const lanes: number[][] = Array.from({ length: leastLanes }, () => [])
  const busy = new MinHeap()
  const free = new MinHeap()
  for (let lane = 0; lane < leastLanes; lane++) free.push(lane, lane)
  for (let i = 0; i < operations.length; i++) {
    const op = at(operations, i)
    while (busy.firstKey <= at(model.startMs, op)) {
      const lane = busy.pop()
      free.push(lane, lane)
    }
    const lane = free.size > 0 ? free.pop() : lanes.push([]) - 1
    lanes[lane]?.push(op)
    busy.push(Math.max(at(model.endMs, op), at(model.startMs, op)), lane)
  }
  return lanes.map((lane) => Int32Array.from(lane))
}

/** The most rows that a sort key can hold beside a start in seconds. */
const rowRoom = 2 ** 20

/** Scheduled operations of each category by start in seconds, those without length first. The last list is for none. `only` leaves others empty. */
const operationsByCategory = (model: ScheduleModel, only: ReadonlySet<number> | null = null): number[][] => {
  const { operationCount, startMs, endMs, data } = model
  const { category, pool } = data.operations
  const count = data.categories.length
  const lists: number[][] = Array.from({ length: count + 1 }, () => [])
  const isWanted = (center: number) => only === null || only.has(center)
  // Start and row are packed in one number, because sorting numbers without a callback is ten times faster.
  const keys = new Float64Array(operationCount)
  const baseMs = data.from
  let placed = 0
  for (let op = 0; op < operationCount; op++) {
    const start = at(startMs, op)
    if (start === 0 || !(isWanted(category[op] ?? -1) || isWanted(pool[op] ?? -1))) continue
    const seconds = Math.floor((start - baseMs) / 1000)
    keys[placed++] = (seconds * 2 + (at(endMs, op) > start ? 1 : 0)) * rowRoom + op
  }
  const sorted = keys.subarray(0, placed).sort()
  for (let i = 0; i < placed; i++) {
    const key = at(sorted, i)
    const op = key - Math.floor(key / rowRoom) * rowRoom
    const center = category[op] ?? -1
    lists[center >= 0 && center < count ? center : count]?.push(op)
    lists[pool[op] ?? -1]?.push(op)
  }
  return lists
}

/** The work centers and pools, -1 for none, with other work than in an older model with the same rows; null = the centers are others. */
const changedWork = (before: ScheduleModel, model: ScheduleModel): ReadonlySet<number> | null => {
  if (before.data.categories !== model.data.categories) return null
  const all = [-1, ...model.data.categories.keys()]
  return new Set(all.filter((center) => workOf(before, center) !== workOf(model, center)))
}

interface Built {
  readonly model: ScheduleModel
  readonly bands: readonly LaneBand[]
}

/** The bands of the newest of the plans that share their rows, by the column that they share. */
const known = new WeakMap<Int32Array, Built>()

const bandOf = (model: ScheduleModel, category: number, operations: readonly number[]): LaneBand => {
  const { kind, capacity } = model.data.categories[category] ?? { kind: null, capacity: 0 }
  const units = kind === 'outside' ? 0 : capacity
  const lanes = partition(model, operations, Math.max(1, units))
  return { category, capacity: units, isOutside: kind === 'outside', isPool: kind === 'pool', lanes }
}

/**
 * Bands in the order of the work centers. Behind them come one for operations without a work center, if there are any, those of work
 * outside, and the pools. With a newer plan that only has other values, a band without a change stays the same object.
 */
export const buildBands = (model: ScheduleModel): LaneBand[] => {
  const before = known.get(model.projectOf)
  const changed = before ? changedWork(before.model, model) : null
  const lists = operationsByCategory(model, changed)
  const kept = new Map(before?.bands.map((band) => [band.category, band]))
  const of = (category: number, operations: readonly number[]): LaneBand =>
    (changed?.has(category) === false ? kept.get(category) : undefined) ?? bandOf(model, category, operations)
  const bands = model.data.categories.map((_, category) => of(category, lists[category] ?? []))
  const rest = of(-1, lists.at(-1) ?? [])
  known.set(model.projectOf, { model, bands: [...bands, rest] })
  return [
    ...bands.filter(({ isOutside, isPool }) => !isOutside && !isPool),
    ...(rest.lanes.some(({ length }) => length > 0) ? [rest] : []),
    ...bands.filter(({ isOutside }) => isOutside),
    ...bands.filter(({ isPool }) => isPool),
  ]
}

/** First position in a lane whose operation ends after `fromMs` (binary search). */
export const firstEndingAfter = (model: ScheduleModel, lane: Int32Array, fromMs: number): number => {
  let low = 0
  let high = lane.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(model.endMs, at(lane, middle)) > fromMs) high = middle
    else low = middle + 1
  }
  return low
}
