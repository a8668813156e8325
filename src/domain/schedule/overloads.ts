import { operationFlag } from '#contract/schedule.ts'
import { capacitySteps } from '../time/capacity-steps.ts'
import { floatAt, intAt, valueAt } from '../value-at.ts'
import { earliestAfter, type Moved } from './cascade.ts'
import { hasFlag, isPlaced, type MovablePlan } from './movable-plan.ts'

/** A time during which more operations run at a work center than its capacity allows. */
interface Overload {
  readonly fromMs: number
  readonly toMs: number
}

const isAhead = ({ startMs, endMs, flags, data }: MovablePlan, operation: number): boolean =>
  floatAt(startMs, operation) > 0 &&
  ((flags[operation] ?? 0) & operationFlag.completed) === 0 &&
  floatAt(endMs, operation) > data.now

/** Operations grouped by work center: center i has the entries from `first[i]` up to `first[i + 1]`. */
interface RowsByCenter {
  readonly first: Int32Array
  readonly rows: Int32Array
}

/** Keyed by the column of work centers, which is the same object as long as no operation changes its work center. */
const rowsOfColumn = new WeakMap<readonly number[], RowsByCenter>()

const rowsByCenter = (category: readonly number[], centers: number): RowsByCenter => {
  const known = rowsOfColumn.get(category)
  if (known) return known
  const first = new Int32Array(centers + 1)
  for (let row = 0; row < category.length; row++) {
    const center = category[row] ?? -1
    if (center >= 0) first[center + 1] = intAt(first, center + 1) + 1
  }
  for (let center = 0; center < centers; center++) first[center + 1] = intAt(first, center + 1) + intAt(first, center)
  const next = first.slice()
  const rows = new Int32Array(intAt(first, centers))
  for (let row = 0; row < category.length; row++) {
    const center = category[row] ?? -1
    if (center < 0) continue
    const place = intAt(next, center)
    next[center] = place + 1
    rows[place] = row
  }
  const found = { first, rows }
  rowsOfColumn.set(category, found)
  return found
}

/** Open operations of a work center that end in the future. */
const rowsAhead = (plan: MovablePlan, category: number): number[] => {
  const { categories, operations } = plan.data
  const { first, rows } = rowsByCenter(operations.category, categories.length)
  const ahead: number[] = []
  // A work center that was added after the column has no operations in it.
  const next = first[category + 1] ?? 0
  for (let i = first[category] ?? 0; i < next; i++) {
    const row = intAt(rows, i)
    if (isAhead(plan, row)) ahead.push(row)
  }
  return ahead
}

/** Whether the work center has a capacity. Outside work and work without a work center are unlimited. */
const hasLimit = ({ data }: MovablePlan, category: number): boolean => data.categories[category]?.kind === 'inside'

/**
 * The overloads of one work center from now on, in order, computed from the starts (not before now) and ends of its
 * operations, sorted separately. Closed time is not an overload.
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

/** Whether any of the overloads, which must be in order, overlaps a time span. */
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

/** 1 for each work center that has been computed, and for each of its operations in an overload. */
interface Marks {
  readonly centers: Uint8Array
  readonly operations: Uint8Array
}

const marksOfPlan = new WeakMap<MovablePlan, Marks>()

const marksOf = (plan: MovablePlan): Marks => {
  const known = marksOfPlan.get(plan)
  if (known) return known
  const marks = {
    centers: new Uint8Array(plan.data.categories.length),
    operations: new Uint8Array(plan.operationCount),
  }
  marksOfPlan.set(plan, marks)
  return marks
}

const markOverloads = (plan: MovablePlan, category: number, marks: Uint8Array): void => {
  const rows = rowsAhead(plan, category)
  const [starts, ends] = [new Float64Array(rows.length), new Float64Array(rows.length)]
  rows.forEach((row, i) => {
    starts[i] = Math.max(plan.data.now, floatAt(plan.startMs, row))
    ends[i] = floatAt(plan.endMs, row)
  })
  const overloads = overloadsIn(plan, category, starts, ends)
  if (overloads.length === 0) return
  for (const row of rows) if (touches(overloads, floatAt(plan.startMs, row), floatAt(plan.endMs, row))) marks[row] = 1
}

/**
 * Whether an open operation runs, from now on, while its work center is over capacity. The scheduler never plans that,
 * but pinned work, started work and reduced capacity can cause it. Each work center is computed once for each plan, on
 * the first request for one of its operations.
 */
export const isOverloaded = (plan: MovablePlan, operation: number): boolean => {
  const category = plan.data.operations.category[operation] ?? -1
  if (!hasLimit(plan, category)) return false
  const marks = marksOf(plan)
  if (marks.centers[category] !== 1) {
    marks.centers[category] = 1
    markOverloads(plan, category, marks.operations)
  }
  return marks.operations[operation] === 1
}

/** Copies computed overloads from an older plan with the same rows and the same now, for work centers with the same work in both. */
export const keepOverloads = (
  before: MovablePlan,
  plan: MovablePlan,
  hasSameWork: (category: number) => boolean,
): void => {
  const known = marksOfPlan.get(before)
  if (!known || before.data.now !== plan.data.now) return
  const { centers, operations } = marksOf(plan)
  const { category } = plan.data.operations
  for (let center = 0; center < centers.length; center++)
    if (known.centers[center] === 1 && hasSameWork(center)) centers[center] = 1
  // Few operations are marked, and searching for the next mark is much faster than checking each one.
  for (let row = known.operations.indexOf(1); row >= 0; row = known.operations.indexOf(1, row + 1))
    if (centers[category[row] ?? -1] === 1) operations[row] = 1
}

/** The first open predecessor that a pinned operation does not wait for; -1 if it waits for all, or is not pinned. */
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

/** Whether an operation would exceed the capacity of a work center with new dates for it and for others. */
const overloads = (
  plan: MovablePlan,
  { operation, startMs, endMs }: Moved,
  category: number,
  movedTo: ReadonlyMap<number, Moved>,
) => {
  const [starts, ends] = [[startMs], [endMs]]
  for (const row of rowsAhead(plan, category)) {
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

/** Maximum number of moved operations that are checked: a planner reads a few consequences, and the others follow from these. */
const mostLookedAt = 50

/**
 * Indexes of the work centers that would be over capacity only because of some moves. Checks the first 50 moved
 * operations. `elsewhere` names one that moves to another work center.
 */
export const newOverloads = (
  plan: MovablePlan,
  movedTo: ReadonlyMap<number, Moved>,
  elsewhere: { readonly operation: number; readonly category: number } | null = null,
): number[] => {
  const found = new Set<number>()
  for (const moved of [...movedTo.values()].slice(0, mostLookedAt)) {
    const isElsewhere = elsewhere?.operation === moved.operation
    const category = isElsewhere ? elsewhere.category : valueAt(plan.data.operations.category, moved.operation)
    if (!hasLimit(plan, category) || found.has(category)) continue
    if (!isElsewhere && isOverloaded(plan, moved.operation)) continue
    if (overloads(plan, moved, category, movedTo)) found.add(category)
  }
  return [...found]
}

/** Pinned operations that would no longer wait for a predecessor because it moves. */
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
