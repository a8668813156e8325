import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import type { CoreBooking, CoreProblem } from './core/core-problem.ts'
import { releaseMs } from './operation-work.ts'
import type { ModelOperation, ShopModel } from './shop-model.ts'

/** A shop as the core's arrays; `rows[i]` is the index in `model.operations` of the core's operation i. */
export interface ShopProblem {
  problem: CoreProblem
  rows: Int32Array
}

const dueOf = (dueMs: number | null): number => (dueMs !== null && Number.isFinite(dueMs) ? dueMs : Infinity)
const weightOf = (priority: number): number => (Number.isFinite(priority) ? Math.min(100, Math.max(0, priority)) : 50)

/** The capacity that fixed operations use from now on. */
const bookings = (model: ShopModel): CoreBooking[] => {
  const booked: CoreBooking[] = []
  for (const { status, category, calendar, startMs, endMs } of model.operations) {
    if (category < 0 || startMs === null || endMs === null || endMs <= model.nowMs) continue
    if (status === 'completed' || status === 'free' || status === 'unplaced') continue
    const from = calendar.toWork(Math.max(startMs, model.nowMs))
    booked.push({ resource: category, from, to: calendar.toWork(endMs), units: 1 })
  }
  return booked
}

/** The earliest start of an operation, given its project, its material and its fixed predecessors. */
const earliestMs = (operation: ModelOperation, model: ShopModel): number => {
  const { materialReadyMs } = operation.source
  let earliest = Math.max(model.nowMs, releaseMs(operation.project) ?? model.nowMs, materialReadyMs ?? model.nowMs)
  if (model.method === 'keepSequence') earliest = Math.max(earliest, operation.source.scheduledStartMs ?? earliest)
  for (const { index, lagMs } of operation.predecessors) {
    const before = valueAt(model.operations, index)
    if (before.status === 'free' || before.endMs === null) continue
    const { calendar } = operation
    const at = lagMs > 0 ? calendar.endWall(calendar.toWork(before.endMs) + lagMs) : before.endMs
    earliest = Math.max(earliest, at)
  }
  return earliest
}

/** The free operations, and the index of each among them; -1 = not free. */
const freeRows = (operations: readonly ModelOperation[]): { rows: Int32Array; coreOf: Int32Array } => {
  const coreOf = new Int32Array(operations.length).fill(-1)
  let count = 0
  operations.forEach(({ status }, index) => {
    if (status === 'free') coreOf[index] = count++
  })
  const rows = new Int32Array(count)
  coreOf.forEach((i, index) => {
    if (i >= 0) rows[i] = index
  })
  return { rows, coreOf }
}

/** Arrays of all operations that may be placed. */
export const shopProblem = (model: ShopModel): ShopProblem => {
  const { snapshot, operations } = model
  const { rows, coreOf } = freeRows(operations)
  const count = rows.length
  const calendars: WorkCalendar[] = [model.calendars.standard]
  const calendarIndex = new Map<WorkCalendar, number>([[model.calendars.standard, 0]])
  for (const calendar of model.calendars.byCategory.values()) {
    if (!calendarIndex.has(calendar)) calendarIndex.set(calendar, calendars.push(calendar) - 1)
  }
  const free = (i: number): ModelOperation => valueAt(operations, intAt(rows, i))
  // `map`, because `from` with a function takes several times as long.
  const perOperation = (value: (operation: ModelOperation) => number): Float64Array =>
    new Float64Array(count).map((_, i) => value(free(i)))

  const predecessorCount = new Int32Array(count)
  const successorFirst = new Int32Array(count + 1)
  const eachLink = (visit: (from: number, to: number, lag: number) => void): void => {
    for (let i = 0; i < count; i++) {
      for (const { index, lagMs } of free(i).predecessors) {
        const from = intAt(coreOf, index)
        if (from >= 0) visit(from, i, lagMs)
      }
    }
  }
  eachLink((from, to) => {
    successorFirst[from + 1] = intAt(successorFirst, from + 1) + 1
    predecessorCount[to] = intAt(predecessorCount, to) + 1
  })
  for (let i = 0; i < count; i++) successorFirst[i + 1] = intAt(successorFirst, i + 1) + intAt(successorFirst, i)
  const fill = successorFirst.slice(0, count)
  const successor = new Int32Array(intAt(successorFirst, count))
  const successorLag = new Float64Array(successor.length)
  eachLink((from, to, lag) => {
    const at = intAt(fill, from)
    fill[from] = at + 1
    successor[at] = to
    successorLag[at] = lag
  })

  const demandFirst = new Int32Array(count + 1)
  const demandResource: number[] = []
  for (let i = 0; i < count; i++) {
    const { category } = free(i)
    if (category >= 0) demandResource.push(category)
    demandFirst[i + 1] = demandResource.length
  }
  const fixedEnd = new Float64Array(model.projects.length).fill(-Infinity)
  for (const { status, endMs, projectRow } of operations) {
    if (status !== 'free' && endMs !== null) fixedEnd[projectRow] = Math.max(floatAt(fixedEnd, projectRow), endMs)
  }
  const problem: CoreProblem = {
    operationCount: count,
    resourceCount: snapshot.categories.length,
    projectCount: model.projects.length,
    duration: perOperation(({ leftMs }) => leftMs),
    project: new Int32Array(count).map((_, i) => free(i).projectRow),
    release: perOperation((operation) => earliestMs(operation, model)),
    calendar: new Int32Array(count).map((_, i) => calendarIndex.get(free(i).calendar) ?? 0),
    calendars,
    successorFirst,
    successor,
    successorLag,
    predecessorCount,
    demandFirst,
    demandResource: Int32Array.from(demandResource),
    demandUnits: new Int32Array(demandResource.length).fill(1),
    capacity: Int32Array.from(snapshot.categories, ({ capacity }) => Math.floor(capacity)),
    bookings: bookings(model),
    due: Float64Array.from(model.projects, ({ dueMs }) => dueOf(dueMs)),
    weight: Float64Array.from(model.projects, ({ priority }) => weightOf(priority)),
    fixedEnd,
    presentStart: perOperation(({ source }) => source.scheduledStartMs ?? Number.NaN),
    origin: model.nowMs,
    objective: 'lateness',
  }
  return { problem, rows }
}
