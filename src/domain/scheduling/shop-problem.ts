import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { largestCapacity, missingCapacity } from './center-capacity.ts'
import { centerSequences } from './changeovers.ts'
import type { CoreBooking, CoreProblem } from './core/core-problem.ts'
import { dueOf, weightOf } from './measure-plan.ts'
import { type LeftWork, releaseMs, shareMs, startAfter } from './operation-work.ts'
import { resourcesOf, usedWork } from './resource-use.ts'
import { type ModelOperation, predecessorOf, type ShopModel } from './shop-model.ts'
import { inShortestModes, shopModes } from './shop-modes.ts'

/** A shop in the core's arrays; `rows[i]` is the index in `model.operations` of the core's operation i. */
export interface ShopProblem {
  problem: CoreProblem
  rows: Int32Array
  /** The inverse; -1 = not part of the core's problem. */
  coreOf: Int32Array
}

/** Whether an operation that is not completed has fixed dates. */
export const isFixed = ({ status, endMs }: ModelOperation): boolean =>
  endMs !== null && (status === 'started' || status === 'pinned' || status === 'frozen' || status === 'kept')

/** Capacity that operations with fixed dates use from now on. */
export const bookingsOf = (
  fixed: readonly ModelOperation[],
  { capacities, setups, nowMs }: Pick<ShopModel, 'capacities' | 'setups' | 'nowMs'>,
): CoreBooking[] => {
  const booked: CoreBooking[] = []
  for (const operation of fixed) {
    for (const resource of resourcesOf(operation)) {
      const used = usedWork(operation, resource, valueAt(capacities, resource).calendar, nowMs)
      const setup = setups[resource]
      const family = setup ? { family: setup.indexOf(operation.source.setupFamily) } : {}
      for (let i = 0; i < used.length; i += 2)
        booked.push({ resource, from: valueAt(used, i), to: valueAt(used, i + 1), units: 1, ...family })
    }
  }
  return booked
}

/** The work centers with changeovers, and the family of each demand. Null if the shop has none. */
const setupsOf = (
  model: ShopModel,
  rows: Int32Array,
  { demandFirst, demandResource }: Pick<CoreProblem, 'demandFirst' | 'demandResource'>,
): CoreProblem['setups'] | null => {
  if (model.setups.every((setup) => setup === null)) return null
  const of = centerSequences(model).map((sequence) => sequence?.core() ?? null)
  const demandFamily = new Int32Array(demandResource.length)
  for (let i = 0; i < rows.length; i++) {
    const { setupFamily } = valueAt(model.operations, intAt(rows, i)).source
    for (let d = intAt(demandFirst, i); d < intAt(demandFirst, i + 1); d++) {
      demandFamily[d] = model.setups[intAt(demandResource, d)]?.indexOf(setupFamily) ?? 0
    }
  }
  return { of, demandFamily }
}

/** 1 for each demand of a pool, which other work may use while the operation pauses. */
const demandsOfPools = (
  model: ShopModel,
  rows: Int32Array,
  { demandFirst, demandResource }: Pick<CoreProblem, 'demandFirst' | 'demandResource'>,
): Uint8Array => {
  const frees = new Uint8Array(demandResource.length)
  for (let i = 0; i < rows.length; i++)
    if (valueAt(model.operations, intAt(rows, i)).pool >= 0) frees[intAt(demandFirst, i + 1) - 1] = 1
  return frees
}

/** The earliest start of an operation, given only its project and its material. */
export const releasedMs = ({ source, project }: ModelOperation, { nowMs }: Pick<ShopModel, 'nowMs'>): number =>
  Math.max(nowMs, releaseMs(project) ?? nowMs, source.materialReadyMs ?? nowMs)

/** The earliest start of an operation at a work center, given its project, its material and the predecessors that count. */
export const readyMs = (
  operation: ModelOperation,
  model: ShopModel,
  place: LeftWork,
  counts: (predecessor: ModelOperation) => boolean = () => true,
): number => {
  let earliest = releasedMs(operation, model)
  if (model.method === 'keepSequence') earliest = Math.max(earliest, operation.source.scheduledStartMs ?? earliest)
  for (const link of operation.predecessors) {
    const before = counts(valueAt(model.operations, link.index)) ? predecessorOf(model, link.index) : null
    if (before) earliest = Math.max(earliest, startAfter(place, before, link).atMs)
  }
  return earliest
}

/** The same, given only its fixed predecessors. */
const earliestMs = (operation: ModelOperation, model: ShopModel, place: LeftWork = operation): number =>
  readyMs(operation, model, place, ({ status }) => status !== 'free')

/** The operations that the run may place, and the index of each among them; -1 = not among them. */
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

/** Links between operations that the run may place, as columns, ordered by successor. */
interface Links {
  readonly from: number[]
  readonly to: number[]
  readonly lagMs: number[]
  readonly waitMs: number[]
  readonly leftPercent: number[]
}

const successorsOf = (
  count: number,
  { from: froms, to: tos, lagMs, waitMs, leftPercent }: Links,
): Pick<
  CoreProblem,
  'successorFirst' | 'successor' | 'successorLag' | 'successorWait' | 'successorLeft' | 'predecessorCount'
> => {
  const predecessorCount = new Int32Array(count)
  const successorFirst = new Int32Array(count + 1)
  for (const from of froms) successorFirst[from + 1] = intAt(successorFirst, from + 1) + 1
  for (const to of tos) predecessorCount[to] = intAt(predecessorCount, to) + 1
  for (let i = 0; i < count; i++) successorFirst[i + 1] = intAt(successorFirst, i + 1) + intAt(successorFirst, i)
  const fill = successorFirst.slice(0, count)
  const successor = new Int32Array(froms.length)
  const successorLag = new Float64Array(froms.length)
  const successorWait = new Float64Array(froms.length)
  const successorLeft = leftPercent.some((percent) => percent > 0) ? new Float64Array(froms.length) : null
  for (const [row, from] of froms.entries()) {
    const at = intAt(fill, from)
    fill[from] = at + 1
    successor[at] = valueAt(tos, row)
    successorLag[at] = valueAt(lagMs, row)
    successorWait[at] = valueAt(waitMs, row)
    if (successorLeft) successorLeft[at] = valueAt(leftPercent, row)
  }
  const links = { successorFirst, successor, successorLag, successorWait, predecessorCount }
  return { ...links, ...(successorLeft && { successorLeft }) }
}

/** Core data of each operation that may be placed. Read in a single pass, because reading the operations takes most of the time. */
const readOperations = (model: ShopModel, rows: Int32Array, coreOf: Int32Array, calendars: readonly WorkCalendar[]) => {
  const count = rows.length
  const calendarIndex = new Map(calendars.map((calendar, index) => [calendar, index]))
  const duration = new Float64Array(count)
  const release = new Float64Array(count)
  const presentStart = new Float64Array(count)
  const project = new Int32Array(count)
  const calendar = new Int32Array(count)
  const demandFirst = new Int32Array(count + 1)
  const demandResource: number[] = []
  const links: Links = { from: [], to: [], lagMs: [], waitMs: [], leftPercent: [] }
  for (let i = 0; i < count; i++) {
    const operation = valueAt(model.operations, intAt(rows, i))
    duration[i] = operation.leftMs
    release[i] = earliestMs(operation, model)
    presentStart[i] = operation.source.scheduledStartMs ?? Number.NaN
    project[i] = operation.projectRow
    calendar[i] = calendarIndex.get(operation.calendar) ?? 0
    if (operation.category >= 0) demandResource.push(operation.category)
    if (operation.pool >= 0) demandResource.push(operation.pool)
    demandFirst[i + 1] = demandResource.length
    for (const { index, lagMs, waitMs, leftPercent } of operation.predecessors) {
      const from = intAt(coreOf, index)
      if (from < 0) continue
      links.from.push(from)
      links.to.push(i)
      links.lagMs.push(lagMs)
      links.waitMs.push(waitMs)
      links.leftPercent.push(leftPercent)
    }
  }
  const demands = { demandFirst, demandResource: Int32Array.from(demandResource) }
  return { duration, release, presentStart, project, calendar, ...demands, ...successorsOf(count, links) }
}

/** When predecessors of work with fixed dates should end, so that the dates can be met. */
const deadlines = ({ operations }: ShopModel, count: number, coreOf: Int32Array): Float64Array => {
  const latest = new Float64Array(count).fill(Infinity)
  for (const { status, startMs, leftMs, calendar, predecessors } of operations) {
    if (startMs === null || (status !== 'pinned' && status !== 'frozen' && status !== 'kept')) continue
    for (const { index, lagMs, waitMs, leftPercent } of predecessors) {
      const i = intAt(coreOf, index)
      if (i < 0) continue
      const endBefore = (workMs: number): number =>
        (workMs === 0 ? startMs : calendar.startWall(Math.max(0, calendar.toWork(startMs) - workMs))) - waitMs
      const earlyMs = shareMs(leftMs, leftPercent)
      let end = endBefore(lagMs - earlyMs)
      if (earlyMs > 0) {
        const before = valueAt(operations, index)
        const shareEnd = endBefore(lagMs)
        // Its work center is not decided yet, and the deadline must not depend on the current plan.
        for (const place of [before, ...before.elsewhere]) {
          const work = place.calendar.toWork(shareEnd) + shareMs(place.leftMs, leftPercent)
          end = Math.min(end, place.calendar.endWall(work))
        }
      }
      latest[i] = Math.min(floatAt(latest, i), end)
    }
  }
  return latest
}

/** Arrays of all operations that may be placed. */
export const shopProblem = (model: ShopModel): ShopProblem => {
  const { snapshot, operations } = model
  const { rows, coreOf } = freeRows(operations)
  const ofCategories = new Set([model.calendars.standard, ...model.calendars.byCategory.values()])
  const all = new Set(ofCategories)
  for (const { pool, calendar } of operations) if (pool >= 0) all.add(calendar)
  const calendars = [...all]
  const read = readOperations(model, rows, coreOf, calendars)
  const fixedEnd = new Float64Array(model.projects.length).fill(-Infinity)
  for (const { status, endMs, projectRow } of operations) {
    if (status !== 'free' && endMs !== null) fixedEnd[projectRow] = Math.max(floatAt(fixedEnd, projectRow), endMs)
  }
  const setups = setupsOf(model, rows, read)
  const problem: CoreProblem = {
    ...read,
    ...(setups && { setups }),
    // An operation whose pool works at other times than its work center has its own calendar.
    ...(all.size > ofCategories.size && {
      pauses: {
        calendarOf: Int32Array.from(model.capacities, (center) => calendars.indexOf(center.calendar)),
        frees: demandsOfPools(model, rows, read),
      },
    }),
    operationCount: rows.length,
    resourceCount: snapshot.categories.length,
    projectCount: model.projects.length,
    calendars,
    demandUnits: new Int32Array(read.demandResource.length).fill(1),
    capacity: Int32Array.from(model.capacities, (center) => largestCapacity(center, model.nowMs)),
    modes: shopModes(model, rows, calendars, (operation, place) => earliestMs(operation, model, place)),
    bookings: [...bookingsOf(operations.filter(isFixed), model), ...missingCapacity(model.capacities, model.nowMs)],
    due: Float64Array.from(model.projects, ({ dueMs }) => dueOf(dueMs)),
    weight: Float64Array.from(model.projects, ({ priority }) => weightOf(priority)),
    fixedEnd,
    deadline: deadlines(model, rows.length, coreOf),
    origin: model.nowMs,
  }
  return { problem: inShortestModes(problem), rows, coreOf }
}
