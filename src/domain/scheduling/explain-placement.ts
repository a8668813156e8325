import type { PlacementFactor, UnplacedReason } from '#contract/placement.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { hourMs } from '../time/units.ts'
import { reducedBefore, riseAt } from './center-capacity.ts'
import type { CenterSequence } from './changeovers.ts'
import type { CorePlan } from './core/core-problem.ts'
import type { SharedResources } from './explain-shared.ts'
import type { FoundPlan } from './find-plan.ts'
import { releaseMs, startAfter } from './operation-work.ts'
import { type ModelOperation, predecessorOf, type ShopModel } from './shop-model.ts'
import { applyModes } from './shop-modes.ts'
import type { ShopProblem } from './shop-problem.ts'

/**
 * One operation for each work center and work time. An open-addressing hash table in arrays, because a Map with such
 * keys takes twice as long.
 */
class OperationsByWork {
  readonly #operations: readonly ModelOperation[]
  readonly #shift: number
  readonly #works: Float64Array
  /** Index in the operations; -1 = empty. */
  readonly #rows: Int32Array

  constructor(operations: readonly ModelOperation[]) {
    this.#operations = operations
    this.#shift = Math.clz32(operations.length) - 1
    const size = 2 ** (32 - this.#shift)
    this.#works = new Float64Array(size)
    this.#rows = new Int32Array(size).fill(-1)
  }

  /** The first operation with a key is retained. */
  add(row: number, category: number, work: number): void {
    const slot = this.#slotOf(category, work)
    if (intAt(this.#rows, slot) >= 0) return
    this.#rows[slot] = row
    this.#works[slot] = work
  }

  get(category: number, work: number): ModelOperation | undefined {
    return this.#operations[intAt(this.#rows, this.#slotOf(category, work))]
  }

  #slotOf(category: number, work: number): number {
    const rows = this.#rows
    const last = rows.length - 1
    let slot = Math.imul(work ^ Math.imul(category, 0x9e3779b1), 0x85ebca6b) >>> this.#shift
    for (; ; slot = slot === last ? 0 : slot + 1) {
      const row = intAt(rows, slot)
      if (row < 0) return slot
      if (floatAt(this.#works, slot) === work && this.#operations[row]?.category === category) return slot
    }
  }
}

/** Finds the operation that leaves each work center at a work time; ties by model order. */
export const leavers = (model: ShopModel): OperationsByWork => {
  const isUsing = ({ category, endMs, status, leftMs }: ModelOperation): boolean =>
    category >= 0 &&
    endMs !== null &&
    endMs > model.nowMs &&
    status !== 'completed' &&
    !(status === 'free' && leftMs === 0)
  const found = new OperationsByWork(model.operations)
  for (const [index, operation] of model.operations.entries()) {
    const { category, endMs } = operation
    if (endMs === null || !isUsing(operation)) continue
    found.add(index, category, valueAt(model.capacities, category).calendar.toWork(endMs))
  }
  return found
}

/** Finds the movable operation that starts at each work center at a work time; ties by `sequence`. */
export const beginners = (model: ShopModel, rows: Int32Array, sequence: Int32Array): OperationsByWork => {
  const found = new OperationsByWork(model.operations)
  for (const i of sequence) {
    const index = intAt(rows, i)
    const { category, startMs, status, leftMs } = valueAt(model.operations, index)
    if (category < 0 || startMs === null || status !== 'free' || leftMs === 0) continue
    found.add(index, category, valueAt(model.capacities, category).calendar.toWork(startMs))
  }
  return found
}

/** Writes the dates and work centers of a plan into the model. An operation after the end of all working time becomes unscheduled. */
export const applyPlan = (model: ShopModel, shop: ShopProblem, plan: CorePlan, held?: FoundPlan['held']): void => {
  const { rows } = shop
  applyModes(model, shop, plan)
  // Write all dates first, because a predecessor may come later in the sequence.
  const lost = new Set(rows.filter((_row, i) => plan.end[i] === Infinity))
  for (let i = 0; i < rows.length; i++) {
    const operation = valueAt(model.operations, intAt(rows, i))
    const end = floatAt(plan.end, i)
    if (end !== Infinity) {
      operation.startMs = floatAt(plan.start, i)
      operation.endMs = end
      const delayed = held?.get(i)
      operation.held = delayed ? { atMs: delayed.at, index: delayed.lag?.index ?? null } : null
      continue
    }
    const waitsFor = operation.predecessors.find(
      ({ index }) => lost.has(index) || model.operations[index]?.status === 'unplaced',
    )
    const waits = waitsFor && model.operations[waitsFor.index]
    const { categoryId, poolId } = operation.source
    const closed = operation.category >= 0 ? categoryId : operation.pool >= 0 ? (poolId ?? null) : null
    operation.status = 'unplaced'
    operation.unplaced = waits
      ? { code: 'waitsForUnplaced', operationId: waits.source.operationId }
      : ({ code: 'noWorkingTime', categoryId: closed } satisfies UnplacedReason)
  }
}

/** Why a run leaves a movable operation that could start earlier in place: the run placed it there and then improved the rest around it. */
const keptBy = (
  { source: { pinned }, startMs }: ModelOperation,
  { freezeUntilMs }: ShopModel,
): PlacementFactor | null => {
  const at = startMs as number
  if (pinned) return { code: 'pinned', at, binding: true }
  return at < freezeUntilMs ? { code: 'frozen', at, binding: true, until: freezeUntilMs } : null
}

/** The changeover right before a start, and the operation before it; null if none is needed. */
const changeoverFactors = (
  operation: ModelOperation,
  sequence: CenterSequence,
  work: number,
): PlacementFactor[] | null => {
  const before = sequence.before(operation)
  if (!before || before.ms === 0) return null
  const at = sequence.calendar.endWall(before.endWork + before.ms)
  if (operation.calendar.toWork(at) !== work) return null
  const { operationId, setupFamily: fromFamily = '' } = before.operation.source
  const { categoryId, setupFamily: toFamily = '' } = operation.source
  const center = { categoryId: categoryId ?? '', operationId }
  const hours = before.ms / hourMs
  const endMs = before.operation.endMs ?? at
  return [
    ...(before.operation.status === 'completed'
      ? []
      : [{ code: 'workCentreBusy', at: endMs, binding: false, ...center } as const]),
    { code: 'changeover', at, binding: true, ...center, fromFamily, toFamily, hours },
  ]
}

/** What an operation with a pool waits for at its work center or its pool. */
const sharedReason = (
  operation: ModelOperation,
  row: number,
  model: ShopModel,
  shared: SharedResources,
): PlacementFactor | null => {
  if (operation.pool < 0) return null
  const inPlace = model.method === 'optimize' ? keptBy(operation, model) : null
  return shared.busyFactor(operation) ?? inPlace ?? shared.sequenceFactor(operation, row)
}

/** Other users of the resources, by time. */
export interface ResourceUsers {
  readonly leaving: OperationsByWork
  /** Only if a sequence is followed. */
  readonly beginning: OperationsByWork | null
  /** For operations with a pool. */
  readonly shared: SharedResources
  /** Sequences of work centers with changeovers. */
  readonly sequences: readonly (CenterSequence | null)[]
}

const holidayBefore = (calendar: WorkCalendar, fromMs: number, startMs: number) =>
  calendar.rules.holidays.length > 0 || calendar.rules.also ? calendar.holidayBetween(fromMs, startMs) : null

/** When a predecessor allows the start; null if it has no end, or did not constrain the start. */
const predecessorFactor = (
  operation: ModelOperation,
  link: ModelOperation['predecessors'][number],
  model: ShopModel,
  isBinding: (at: number) => boolean,
): PlacementFactor | null => {
  const before = predecessorOf(model, link.index)
  const start = before && startAfter(operation, before, link)
  if (!start || start.atMs <= model.nowMs) return null
  const { lagMs, waitMs, leftPercent } = link
  const factor: Extract<PlacementFactor, { code: 'predecessor' }> = {
    code: 'predecessor',
    at: start.atMs,
    binding: isBinding(start.atMs),
    operationId: valueAt(model.operations, link.index).source.operationId,
    lagHours: (waitMs > 0 ? waitMs : lagMs) / hourMs,
  }
  if (waitMs > 0) factor.lagUnit = 'calendar'
  if (leftPercent > 0) {
    factor.overlapPercent = 100 - leftPercent
    factor.lastBatch = start.atMs === start.lastBatchMs
  }
  return factor
}

/** The factors of the start of a placed, movable operation. The binding ones allow exactly this start. */
export const explainFree = (
  operation: ModelOperation,
  row: number,
  model: ShopModel,
  { leaving, beginning, shared, sequences }: ResourceUsers,
): PlacementFactor[] => {
  const { calendar, category, source } = operation
  const startMs = operation.startMs as number
  const work = calendar.toWork(startMs)
  const factors: PlacementFactor[] = []
  let latestAt = Number.NEGATIVE_INFINITY
  let latestWork = Number.NEGATIVE_INFINITY
  const consider = (at: number): boolean => {
    const atWork = calendar.toWork(at)
    if (atWork > latestWork) latestWork = atWork
    if (atWork !== work) return false
    if (at > latestAt) latestAt = at
    return true
  }
  const at = Math.max(releaseMs(operation.project) ?? model.nowMs, model.nowMs)
  const released = at > model.nowMs
  factors.push({ code: released ? 'release' : 'now', at, binding: consider(at) })
  const { materialReadyMs } = source
  if (materialReadyMs !== null && materialReadyMs > model.nowMs) {
    factors.push({ code: 'material', at: materialReadyMs, binding: consider(materialReadyMs) })
  }
  const plannedMs = model.method === 'keepSequence' ? source.scheduledStartMs : null
  if (plannedMs !== null && plannedMs > at) {
    factors.push({ code: 'planned', at: plannedMs, binding: consider(plannedMs) })
  }
  for (const link of operation.predecessors) {
    const factor = predecessorFactor(operation, link, model, consider)
    if (factor) factors.push(factor)
  }
  if (operation.held) {
    const { atMs, index } = operation.held
    const held = { at: atMs, binding: consider(atMs) }
    if (index === null) factors.push({ code: 'planned', ...held })
    else factors.push({ code: 'longestLag', ...held, operationId: valueAt(model.operations, index).source.operationId })
  }
  const sequence = sequences[category]
  const changeover = sequence && changeoverFactors(operation, sequence, work)
  for (const factor of changeover ?? []) {
    if (factor.binding) consider(factor.at)
    factors.push(factor)
  }
  const sharedFactor = latestWork < work ? sharedReason(operation, row, model, shared) : null
  if (sharedFactor) {
    consider(sharedFactor.at)
    factors.push(sharedFactor)
  }
  const isLater = latestWork < work
  const busy = isLater ? leaving.get(category, work) : undefined
  const center = isLater ? model.capacities[category] : undefined
  const risenAt = center && !busy ? riseAt(center, work) : null
  const inPlace = isLater && !busy && risenAt === null && model.method === 'optimize' ? keptBy(operation, model) : null
  if (inPlace) {
    consider(startMs)
    factors.push(inPlace)
  } else if (category >= 0 && isLater) {
    const categoryId = source.categoryId ?? ''
    const before = busy || risenAt !== null ? undefined : beginning?.get(category, work)
    if (before && before !== operation) {
      const at = before.startMs as number
      consider(at)
      factors.push({ code: 'sequence', at, binding: true, categoryId, operationId: before.source.operationId })
    } else {
      const at = busy?.endMs ?? risenAt ?? calendar.endWall(work)
      consider(at)
      const operationId = busy?.source.operationId ?? null
      const available = center && reducedBefore(center, work)
      const full = { code: 'workCentreBusy', at, binding: true, categoryId, operationId } as const
      factors.push(available ? { ...full, available } : full)
    }
  }
  if (latestAt < startMs) {
    factors.push({ code: 'closed', at: startMs, binding: true, holiday: holidayBefore(calendar, latestAt, startMs) })
  }
  // A list that was pushed to has spare capacity. Results have many of these lists, so copy each to its exact size.
  return factors.slice()
}
