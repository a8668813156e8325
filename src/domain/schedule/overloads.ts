import { operationFlag } from '#contract/schedule.ts'
import { capacitySteps } from '../time/capacity-steps.ts'
import { floatAt, intAt, valueAt } from '../value-at.ts'
import { earliestAfter, type Moved } from './cascade.ts'
import { hasFlag, isPlaced, type MovablePlan } from './movable-plan.ts'

/** A time in which more operations run at a work center than it can run at once. */
interface Overload {
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

/** By the column of work centers, which stays the same object while no operation gets another one. */
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

/** The open operations of a work center that end in the future. */
const rowsAhead = (plan: MovablePlan, category: number): number[] => {
  const { categories, operations } = plan.data
  const { first, rows } = rowsByCenter(operations.category, categories.length)
  const ahead: number[] = []
  // A work center that is newer than the column has no operation in it.
  const next = first[category + 1] ?? 0
  for (let i = first[category] ?? 0; i < next; i++) {
    const row = intAt(rows, i)
    if (isAhead(plan, row)) ahead.push(row)
  }
  return ahead
}

/** Work outside has no limit, and neither has work without a work center. */
const hasLimit = ({ data }: MovablePlan, category: number): boolean => data.categories[category]?.kind === 'inside'

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

/** 1 for each work center that was looked at, and for each of its operations that runs in an overload. */
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
 * Whether an open operation runs, from now on, while its work center has more of them than it can run at once. The scheduler makes no
 * such plan; pinned work, work that has begun, and less capacity do. Each work center is looked at once per plan, when the first of its
 * operations is asked for.
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

/**
 * Takes over what is known of the overloads of an older plan with the same rows and the same now, for the work centers that have
 * the same work in both.
 */
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
  // Few operations have a mark, and the search for the next one is much quicker than a look at each.
  for (let row = known.operations.indexOf(1); row >= 0; row = known.operations.indexOf(1, row + 1))
    if (centers[category[row] ?? -1] === 1) operations[row] = 1
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
