import { operationFlag } from '#contract/schedule.ts'
import { capacitySteps } from '../time/capacity-steps.ts'
import { floatAt, intAt, valueAt } from '../value-at.ts'
import { earliestAfter, type Moved } from './cascade.ts'
import { hasFlag, isPlaced, type MovablePlan } from './movable-plan.ts'

/** A time in which more operations run at a work center than it can run at once. */
export interface Overload {
  readonly fromMs: number
  readonly toMs: number
}

const isAhead = ({ startMs, endMs, flags, data }: MovablePlan, operation: number): boolean =>
  floatAt(startMs, operation) > 0 &&
  ((flags[operation] ?? 0) & operationFlag.completed) === 0 &&
  floatAt(endMs, operation) > data.now

/** Operations by their work center, one after the other: those of center i from `first[i]` up to `first[i + 1]`. */
interface RowsByCenter {
  readonly first: Int32Array
  readonly rows: Int32Array
}

const rowsOfPlan = new WeakMap<MovablePlan, RowsByCenter>()

/** The open operations of each work center that end in the future. Work outside has no limit and is left out, as are pools. */
const rowsByCenter = (plan: MovablePlan): RowsByCenter => {
  const known = rowsOfPlan.get(plan)
  if (known) return known
  const { categories, operations } = plan.data
  const { category } = operations
  const isLimited = categories.map(({ kind }) => kind === 'inside')
  const centers = new Int32Array(plan.operationCount).fill(-1)
  const first = new Int32Array(categories.length + 1)
  for (let operation = 0; operation < plan.operationCount; operation++) {
    const center = category[operation] ?? -1
    if (isLimited[center] !== true || !isAhead(plan, operation)) continue
    centers[operation] = center
    first[center + 1] = intAt(first, center + 1) + 1
  }
  for (let center = 0; center < categories.length; center++)
    first[center + 1] = intAt(first, center + 1) + intAt(first, center)
  const next = first.slice()
  const rows = new Int32Array(intAt(first, categories.length))
  for (let operation = 0; operation < plan.operationCount; operation++) {
    const center = intAt(centers, operation)
    if (center < 0) continue
    const place = intAt(next, center)
    next[center] = place + 1
    rows[place] = operation
  }
  const found = { first, rows }
  rowsOfPlan.set(plan, found)
  return found
}

const rowsOf = (plan: MovablePlan, category: number): Int32Array => {
  const { first, rows } = rowsByCenter(plan)
  return rows.subarray(first[category] ?? 0, first[category + 1] ?? 0)
}

/**
 * The overloads of one work center from now on, in order, by the starts (not before now) and
 * the ends of its operations, which it sorts apart. Time in which it is closed limits nothing.
 */
const overloadsIn = (plan: MovablePlan, category: number, starts: Float64Array, ends: Float64Array): Overload[] => {
  const center = valueAt(plan.data.categories, category)
  const calendar = plan.calendars[center.calendar]
  starts.sort()
  ends.sort()
  const steps = capacitySteps(center, plan.data.capacitySpans)
  const found: Overload[] = []
  const count = ends.length
  let [started, ended, step, capacity, sinceMs] = [0, 0, 0, center.capacity, Number.NaN]
  // Reading past the end of a column is slow.
  const startAt = () => (started < count ? floatAt(starts, started) : Infinity)
  let stepAtMs = steps[0]?.fromMs ?? Infinity
  while (ended < count) {
    const atMs = Math.min(startAt(), floatAt(ends, ended), stepAtMs)
    while (startAt() === atMs) started++
    while (ended < count && floatAt(ends, ended) === atMs) ended++
    while (stepAtMs === atMs) {
      capacity = steps[step]?.capacity ?? capacity
      step++
      stepAtMs = steps[step]?.fromMs ?? Infinity
    }
    const isOver = started - ended > capacity
    if (isOver && Number.isNaN(sinceMs)) sinceMs = atMs
    if (isOver || Number.isNaN(sinceMs)) continue
    if (!calendar || calendar.workBetween(sinceMs, atMs) > 0) found.push({ fromMs: sinceMs, toMs: atMs })
    sinceMs = Number.NaN
  }
  return found
}

/** Whether one of the overloads, which are in order, falls into a span of time. */
const touches = (overloads: readonly Overload[], startMs: number, endMs: number): boolean => {
  let low = 0
  let high = overloads.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (valueAt(overloads, middle).toMs > startMs) high = middle
    else low = middle + 1
  }
  const first = overloads[low]
  return first !== undefined && first.fromMs < endMs
}

/** By plan: 1 for each operation that runs in an overload. */
const known = new WeakMap<MovablePlan, Uint8Array>()

/**
 * Which open operations run, from now on, while their work center has more of them than it can run at once: 1 for each. The scheduler
 * makes no such plan; pinned work, work that has begun, and less capacity do. Computed once per plan.
 */
export const overloaded = (plan: MovablePlan): Uint8Array => {
  const before = known.get(plan)
  if (before) return before
  const found = new Uint8Array(plan.operationCount)
  for (let category = 0; category < plan.data.categories.length; category++) {
    const rows = rowsOf(plan, category)
    if (rows.length === 0) continue
    const [starts, ends] = [new Float64Array(rows.length), new Float64Array(rows.length)]
    for (let i = 0; i < rows.length; i++) {
      starts[i] = Math.max(plan.data.now, floatAt(plan.startMs, intAt(rows, i)))
      ends[i] = floatAt(plan.endMs, intAt(rows, i))
    }
    const overloads = overloadsIn(plan, category, starts, ends)
    if (overloads.length === 0) continue
    for (const row of rows) if (touches(overloads, floatAt(plan.startMs, row), floatAt(plan.endMs, row))) found[row] = 1
  }
  known.set(plan, found)
  return found
}

/** The first open predecessor that a pinned operation does not wait for; -1 = it waits for all, or is not pinned. */
export const ignoredPredecessor = (plan: MovablePlan, operation: number): number => {
  if (!hasFlag(plan, operation, 'pinned') || hasFlag(plan, operation, 'started') || !isAhead(plan, operation)) return -1
  const { first, other, link } = plan.predecessors
  for (let i = valueAt(first, operation); i < valueAt(first, operation + 1); i++) {
    const before = valueAt(other, i)
    if (!isPlaced(plan, before) || hasFlag(plan, before, 'completed')) continue
    const dates = { startMs: floatAt(plan.startMs, before), endMs: floatAt(plan.endMs, before) }
    if (earliestAfter(plan, valueAt(link, i), dates) > floatAt(plan.startMs, operation)) return before
  }
  return -1
}

/** Whether an operation would run above the capacity of a work center with new dates for it and for others. */
const overloads = (
  plan: MovablePlan,
  { operation, startMs, endMs }: Moved,
  category: number,
  movedTo: ReadonlyMap<number, Moved>,
) => {
  const [starts, ends] = [[startMs], [endMs]]
  for (const row of rowsOf(plan, category)) {
    if (row === operation) continue
    const moved = movedTo.get(row)
    const start = moved?.startMs ?? floatAt(plan.startMs, row)
    const end = moved?.endMs ?? floatAt(plan.endMs, row)
    if (start >= endMs || end <= startMs) continue
    starts.push(Math.max(plan.data.now, start))
    ends.push(end)
  }
  return overloadsIn(plan, category, new Float64Array(starts), new Float64Array(ends)).some(
    ({ fromMs, toMs }) => fromMs < endMs && toMs > startMs,
  )
}

/** The most moved operations that are looked at: a planner reads a few consequences, and the others follow from these. */
const mostLookedAt = 50

/**
 * The work centers above whose capacity operations would run only because some of them move, by their numbers. Looks at the
 * first 50 moved operations. `elsewhere` names one that moves to another work center.
 */
export const newOverloads = (
  plan: MovablePlan,
  movedTo: ReadonlyMap<number, Moved>,
  elsewhere: { readonly operation: number; readonly category: number } | null = null,
): number[] => {
  const before = overloaded(plan)
  const found = new Set<number>()
  for (const moved of [...movedTo.values()].slice(0, mostLookedAt)) {
    const isElsewhere = elsewhere?.operation === moved.operation
    const category = isElsewhere ? elsewhere.category : valueAt(plan.data.operations.category, moved.operation)
    if (plan.data.categories[category]?.kind !== 'inside') continue
    if ((before[moved.operation] === 1 && !isElsewhere) || found.has(category)) continue
    if (overloads(plan, moved, category, movedTo)) found.add(category)
  }
  return [...found]
}

/** The pinned operations that would no longer wait for a predecessor because that one moves. */
export const brokenPins = (plan: MovablePlan, movedTo: ReadonlyMap<number, Moved>): number[] => {
  const { first, other, link } = plan.successors
  const found = new Set<number>()
  for (const moved of movedTo.values()) {
    for (let i = valueAt(first, moved.operation); i < valueAt(first, moved.operation + 1); i++) {
      const next = valueAt(other, i)
      if (movedTo.has(next) || !hasFlag(plan, next, 'pinned') || hasFlag(plan, next, 'started') || !isAhead(plan, next))
        continue
      const startMs = floatAt(plan.startMs, next)
      const before = { startMs: floatAt(plan.startMs, moved.operation), endMs: floatAt(plan.endMs, moved.operation) }
      const wasKept = earliestAfter(plan, valueAt(link, i), before) <= startMs
      if (wasKept && earliestAfter(plan, valueAt(link, i), moved) > startMs) found.add(next)
    }
  }
  return [...found]
}
