import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { hourMs } from '../time/units.ts'
import { missingCapacity } from './center-capacity.ts'
import type { CoreBooking } from './core/core-problem.ts'
import type { DispatchRule } from './core/dispatch-rule.ts'
import { parallelSchedule } from './core/parallel-schedule.ts'
import { PlanBuilder } from './core/plan-builder.ts'
import { presentSequence, sequenceSchedule } from './core/sequence-schedule.ts'
import type { OnPlaced } from './core/serial-schedule.ts'
import { isStarted, type Predecessor, startAfter } from './operation-work.ts'
import { type ModelOperation, predecessorOf, type ShopModel } from './shop-model.ts'
import { bookingsOf, isFixed, releasedMs, type ShopProblem, shopProblem } from './shop-problem.ts'

/** What differs from the plan in a pass. Columns have a row for each operation of the model; NaN = as in the plan. */
export interface PassChanges {
  /** Remaining work in ms, from the start, or from now on if that is later. Fixed work then ends at another time. */
  readonly workMs?: Float64Array
  /** The earliest start that the project and the material allow, as an instant. It never counts for work with a fixed start. */
  readonly earliestMs?: Float64Array
  /** Whether work waits for its planned start; true if absent. Its turn at its work center is the same either way. */
  readonly waitsForPlan?: boolean
  /**
   * Whether no work starts before work with an earlier turn at its work center; true if absent. If not, a work center takes, of the work that
   * is ready, what has the first turn.
   */
  readonly keepsTurns?: boolean
}

/** A link from an operation with a fixed start, whose end a pass may change, to one that is placed. */
interface FixedLink {
  /** Index among the fixed operations. */
  readonly from: number
  /** Index in the core. */
  readonly to: number
  readonly link: ModelOperation['predecessors'][number]
}

const neverEnds: OnPlaced = () => false
const asPlanned: PassChanges = {}

/** Whether two columns of the same length are equal. */
const isSameColumn = (a: Float64Array, b: Float64Array): boolean => {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/**
 * **A plan that is followed as often as wanted.** Reading the shop, sorting the sequence and compiling the calendars takes most of the time,
 * so that is done once; each pass then follows the sequence with other work or other earliest starts. A pass depends on its changes alone,
 * and not on the passes before it. It allocates memory only for work with fixed dates.
 */
export class PreparedPlan {
  readonly model: ShopModel
  readonly shop: ShopProblem
  readonly builder: PlanBuilder
  /** The order of the plan, as indexes of the core. */
  readonly sequence: Int32Array
  readonly #byTurn: DispatchRule
  /** Remaining work of each operation of the model in the plan, in ms; NaN = it has no place in a pass, or is completed. */
  readonly plannedWorkMs: Float64Array
  /** The dates of the last pass for each operation of the model; NaN = none. */
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  /** Copies of the operations with fixed dates, whose ends are those of the last pass. */
  readonly #fixed: ModelOperation[]
  readonly #fixedRows: readonly number[]
  readonly #fixedLinks: readonly FixedLink[]
  /** Work of each fixed operation beyond that of the plan. */
  readonly #extraMs: Float64Array
  /** The ends that are booked. */
  readonly #bookedEnds: Float64Array
  readonly #ends: Float64Array
  readonly #missing: readonly CoreBooking[]
  /** Earliest starts in the core: those of project and material, and those of completed predecessors. */
  readonly #releasedMs: Float64Array
  readonly #afterDoneMs: Float64Array
  readonly #release: Float64Array
  readonly #duration: Float64Array

  /** `model`: a shop that is judged for following its plan (`keepSequence`). It is only read. */
  constructor(model: ShopModel) {
    const { operations, capacities, nowMs } = model
    this.model = model
    this.shop = shopProblem(model)
    const { problem, rows, coreOf } = this.shop
    this.builder = new PlanBuilder(problem)
    this.sequence = presentSequence(problem)
    this.#byTurn = { name: 'turn', keys: new Float64Array(problem.operationCount), urgency: null }
    for (const [turn, i] of this.sequence.entries()) this.#byTurn.keys[i] = turn
    this.#fixedRows = operations.flatMap((operation, row) => (isFixed(operation) ? row : []))
    this.#fixed = this.#fixedRows.map((row) => ({ ...valueAt(operations, row) }))
    this.#fixedLinks = fixedLinks(model, this.#fixedRows, this.shop)
    this.#extraMs = new Float64Array(this.#fixed.length)
    this.#bookedEnds = Float64Array.from(this.#fixed, ({ endMs }) => endMs ?? Number.NaN)
    this.#ends = this.#bookedEnds.slice()
    this.#missing = missingCapacity(capacities, nowMs)
    this.#releasedMs = Float64Array.from(rows, (row) => releasedMs(valueAt(operations, row), model))
    this.#afterDoneMs = Float64Array.from(rows, (row) => afterDoneMs(valueAt(operations, row), model))
    this.#release = problem.release.slice()
    this.#duration = problem.duration.slice()
    this.plannedWorkMs = new Float64Array(operations.length).fill(Number.NaN)
    this.startMs = new Float64Array(operations.length)
    this.endMs = new Float64Array(operations.length)
    for (const [row, { status, startMs, endMs, leftMs }] of operations.entries()) {
      if (intAt(coreOf, row) >= 0) this.plannedWorkMs[row] = leftMs
      this.startMs[row] = (status === 'free' ? null : startMs) ?? Number.NaN
      this.endMs[row] = (status === 'free' ? null : endMs) ?? Number.NaN
    }
    for (const row of this.#fixedRows) this.plannedWorkMs[row] = fixedWorkMs(valueAt(operations, row), nowMs)
  }

  /** Follows the plan once, and writes the dates. False if `onPlaced` has ended it; the dates then mean nothing. */
  pass(changes: PassChanges = asPlanned, onPlaced: OnPlaced = neverEnds): boolean {
    const { builder } = this
    this.#endFixed(changes)
    if (!isSameColumn(this.#ends, this.#bookedEnds)) {
      this.#bookedEnds.set(this.#ends)
      builder.rebook([...bookingsOf(this.#fixed, this.model), ...this.#missing])
    }
    this.#setDurations(changes)
    this.#setReleases(changes)
    const isWhole =
      changes.keepsTurns === false
        ? parallelSchedule(builder, this.#byTurn, onPlaced)
        : sequenceSchedule(builder, this.sequence, onPlaced)
    if (!isWhole) return false
    const { rows } = this.shop
    for (let i = 0; i < rows.length; i++) {
      const end = floatAt(builder.end, i)
      const row = intAt(rows, i)
      this.startMs[row] = end === Infinity ? Number.NaN : floatAt(builder.start, i)
      this.endMs[row] = end === Infinity ? Number.NaN : end
    }
    return true
  }

  /**
   * Writes the end of each project of the model in the last pass: its latest end, or Infinity if some of its open work has no date; -Infinity
   * if it has no work with dates at all.
   */
  readCompletions(into: Float64Array): void {
    into.fill(-Infinity)
    for (const [row, { projectRow, status }] of this.model.operations.entries()) {
      const end = floatAt(this.endMs, row)
      if (end > floatAt(into, projectRow)) into[projectRow] = end
      else if (Number.isNaN(end) && status !== 'completed') into[projectRow] = Infinity
    }
  }

  /** Ends the work with fixed dates. */
  #endFixed({ workMs }: PassChanges): void {
    const { operations, nowMs } = this.model
    for (const [at, row] of this.#fixedRows.entries()) {
      const planned = valueAt(operations, row)
      const work = workMs ? floatAt(workMs, row) : Number.NaN
      const endMs = Number.isNaN(work) ? (planned.endMs ?? Number.NaN) : endAfter(planned, work, nowMs)
      valueAt(this.#fixed, at).endMs = endMs
      this.#extraMs[at] = Number.isNaN(work) ? 0 : wholeMs(work) - floatAt(this.plannedWorkMs, row)
      this.#ends[at] = endMs
      this.endMs[row] = endMs === Infinity ? Number.NaN : endMs
    }
  }

  #setDurations({ workMs }: PassChanges): void {
    const { problem, rows } = this.shop
    for (let i = 0; i < rows.length; i++) {
      const work = workMs ? floatAt(workMs, intAt(rows, i)) : Number.NaN
      this.#duration[i] = Number.isNaN(work) ? floatAt(problem.duration, i) : wholeMs(work)
    }
    this.builder.setDurations(this.#duration)
  }

  /** Computes when each operation can start, given everything but the operations that are placed. */
  #setReleases({ earliestMs, waitsForPlan = true }: PassChanges): void {
    const { operations, nowMs } = this.model
    const { problem, rows } = this.shop
    const release = this.#release
    for (let i = 0; i < rows.length; i++) {
      const earliest = earliestMs ? floatAt(earliestMs, intAt(rows, i)) : Number.NaN
      const released = Number.isNaN(earliest) ? floatAt(this.#releasedMs, i) : Math.max(nowMs, earliest)
      const ready = Math.max(released, floatAt(this.#afterDoneMs, i))
      const planned = floatAt(problem.presentStart, i)
      release[i] = waitsForPlan && planned > ready ? planned : ready
    }
    for (const { from, to, link } of this.#fixedLinks) {
      const { calendar } = valueAt(operations, intAt(rows, to))
      const before = this.#fixedPredecessor(from)
      const atMs = startAfter({ calendar, leftMs: floatAt(this.#duration, to) }, before, link).atMs
      const at = before.endMs === Infinity ? Infinity : atMs
      if (at > floatAt(release, to)) release[to] = at
    }
    this.builder.setReleases(release)
  }

  /** A fixed operation as its successors see it in this pass. */
  #fixedPredecessor(at: number): Predecessor {
    const { calendar, source, startMs, endMs } = valueAt(this.#fixed, at)
    const end = endMs ?? Infinity
    const wholeMs = (): number =>
      isStarted(source)
        ? Math.round(source.durationHours * hourMs) + floatAt(this.#extraMs, at)
        : calendar.toWork(end) - calendar.toWork(startMs ?? end)
    return { calendar, startMs: startMs ?? end, endMs: end, wholeMs }
  }
}

const wholeMs = (work: number): number => Math.max(0, Math.round(work))

const fixedFromMs = ({ startMs }: ModelOperation, nowMs: number): number => Math.max(nowMs, startMs ?? nowMs)

const fixedWorkMs = (operation: ModelOperation, nowMs: number): number => {
  const { status, calendar, endMs, leftMs } = operation
  const fromMs = fixedFromMs(operation, nowMs)
  return status === 'started' ? leftMs : calendar.toWork(endMs ?? fromMs) - calendar.toWork(fromMs)
}

const endAfter = (operation: ModelOperation, work: number, nowMs: number): number => {
  const { calendar } = operation
  const fromMs = fixedFromMs(operation, nowMs)
  const left = wholeMs(work)
  return left > 0 ? calendar.endWall(calendar.toWork(fromMs) + left) : fromMs
}

/** The earliest start after the predecessors whose ends no pass changes; -Infinity = any. */
const afterDoneMs = ({ calendar, leftMs, predecessors }: ModelOperation, model: ShopModel): number => {
  let atMs = -Infinity
  for (const link of predecessors) {
    const before = valueAt(model.operations, link.index)
    const dated = before.status === 'free' || isFixed(before) ? null : predecessorOf(model, link.index)
    if (dated) atMs = Math.max(atMs, startAfter({ calendar, leftMs }, dated, link).atMs)
  }
  return atMs
}

const fixedLinks = (
  { operations }: ShopModel,
  fixedRows: readonly number[],
  { rows, coreOf }: ShopProblem,
): FixedLink[] => {
  if (fixedRows.length === 0) return []
  const fixedOf = new Int32Array(coreOf.length).fill(-1)
  for (const [at, row] of fixedRows.entries()) fixedOf[row] = at
  const links: FixedLink[] = []
  for (let to = 0; to < rows.length; to++) {
    for (const link of valueAt(operations, intAt(rows, to)).predecessors) {
      const from = intAt(fixedOf, link.index)
      if (from >= 0) links.push({ from, to, link })
    }
  }
  return links
}
