import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { centerSequences, changeoverHours } from './changeovers.ts'
import type { CorePlan, CoreProblem } from './core/core-problem.ts'
import type { PresentStarts } from './core/keep-present-starts.ts'
import { applyPlan } from './explain-placement.ts'
import { type FoundPlan, findPlan, followPlan, overtakings, presentStarts } from './find-plan.ts'
import { latenessHours, measurePlan } from './measure-plan.ts'
import { type PlanMoves, planMoves } from './plan-moves.ts'
import { report, resourceUsers } from './plan-report.ts'
import { PreparedPlan } from './prepared-plan.ts'
import { type ComparedPlan, projectEffects } from './project-effects.ts'
import { type MeasuredPlan, type RunWatch, runWatch } from './run-watch.ts'
import type {
  ScheduledOperation,
  ScheduledProject,
  ScheduleOptions,
  ScheduleOutcome,
  ScheduleScope,
} from './schedule-result.ts'
import { isActive } from './schedule-scope.ts'
import { judged, type ModelOperation, readShop, type ShopModel, shopModel } from './shop-model.ts'
import { moveTo } from './shop-modes.ts'
import { type ShopProblem, shopProblem } from './shop-problem.ts'
import type { ShopSnapshot, SnapshotOperation } from './shop-snapshot.ts'

/**
 * Schedules one organization. Pure, without a clock and I/O: the same call gives the same result byte for byte,
 * whatever the order of the snapshot's lists. Bad data never throws; work that cannot be placed gets a reason.
 */
export const scheduleShop = (snapshot: ShopSnapshot, options: ScheduleOptions): ScheduleOutcome => {
  const watch = runWatch(options)
  watch.report({ phase: 'initializing', completedProjects: 0, totalProjects: 0 })
  const { method = 'optimize' } = options
  const read = readShop(snapshot, options.scope)
  const followed = method === 'keepSequence' ? null : followedPlan(judged(read, 'keepSequence'))
  const before = followed && measuredPlan(snapshot, options.scope, followed.ends)
  const model = judged(read, method)
  const shop = shopProblem(model)
  watch.begin(model, shop, before)
  const found = method === 'keepSequence' ? followPlan(shop, watch) : findPlan(model, shop, watch, options)
  if (!found || watch.stopped()) return { cancelled: true }
  applyPlan(model, shop, found.plan, found.held)
  if (method === 'optimize') repeatUntilStable(model, shop, found, options, watch)
  if (watch.stopped()) return { cancelled: true }

  const sequences = centerSequences(model)
  const users = resourceUsers(model, shop.rows, found.sequence, sequences)
  const { operations, placed, notPlaced } = report(model, users)
  const projects = projectsOf(model)
  const { measure } = measuredPlan(snapshot, options.scope, projects)
  let [movedOperations, movedCenters] = [0, 0]
  const centerBefore = centersOf(snapshot, operations)
  const moves = followed ? movesFrom(snapshot, followed, operations) : noMoves
  for (const { source, status, startMs, project } of model.operations) {
    if (!model.inScope(project)) continue
    const center = centerBefore.get(source.operationId)
    const isElsewhere = center !== undefined && center !== source.categoryId
    if (isElsewhere) movedCenters++
    if (source.scheduledStartMs === null) continue
    const runs = status === 'free' || status === 'unplaced'
    if (runs && (startMs !== source.scheduledStartMs || isElsewhere)) movedOperations++
  }
  return {
    operations,
    projects,
    objective: {
      weightedLatenessHours: measure.weightedLatenessHours,
      ...(model.setups.some((setup) => setup !== null) && { changeoverHours: changeoverHours(sequences) }),
      totalCompletionHours: measure.totalCompletionHours,
      movedOperations,
    },
    lateProjects: measure.lateProjects,
    lateDays: measure.lateDays,
    ...(movedCenters > 0 && { movedCenters }),
    before: before?.measure ?? measure,
    movedOperations: moves.movedIds.size,
    movedAsForecast: moves.movedAsForecast,
    effects: followed ? projectEffects(followed, model, moves) : [],
    stats: {
      rule: found.rule,
      generation: found.generation,
      iterations: found.iterations,
      seed: options.seed ?? 1,
      endedAtStep: watch.endedAtStep(),
      ...(found.search && { search: found.search }),
      activeProjects: snapshot.projects.filter((project) => model.inScope(project) && isActive(project)).length,
      placedOperations: placed,
      unplacedOperations: notPlaced,
    },
  }
}

const noMoves: PlanMoves = { movedIds: new Set(), movedAsForecast: 0, byProject: new Map(), workCenterIds: new Set() }

const movesFrom = (
  present: ShopSnapshot,
  followed: ComparedPlan,
  planned: readonly ScheduledOperation[],
): PlanMoves => {
  const forecast = new Map(followed.operations.map((operation) => [operation.source.operationId, operation]))
  return planMoves({ present, changed: present, planned, forecastOf: (operationId) => forecast.get(operationId) })
}

/** Work center in the snapshot of each operation with alternatives. */
const centersOf = (
  { projects }: ShopSnapshot,
  rows: readonly ScheduledOperation[],
): ReadonlyMap<string, string | null> => {
  if (rows.every(({ categoryId }) => categoryId === undefined)) return new Map()
  const all = projects.flatMap(({ operations }) => operations.filter(({ alternatives }) => alternatives?.length))
  return new Map(all.map(({ operationId, categoryId }) => [operationId, categoryId]))
}

/** Limit of repetitions. Each one adds operations that the previous one moved into the freeze window, so they terminate. */
const mostRepeats = 10

/**
 * Repeats the run on its own result until nothing moves, like a user starting another run right away. A second run can
 * differ only if the first one moved work into the freeze window, placed a pinned operation, left work unscheduled for
 * lack of working time, or holds work later than it could start. Otherwise it would find the same plan, so nothing is
 * repeated. With work that is only held the problem is the same, and so is everything that rules and search find.
 */
const repeatUntilStable = (
  model: ShopModel,
  shop: ShopProblem,
  found: FoundPlan,
  options: ScheduleOptions,
  watch: RunWatch,
): void => {
  const { rows, problem } = shop
  const quiet = { ...watch, onPlaced: (operation: number) => watch.onPlaced(operation, 1), onBetter: () => undefined }
  const isOtherwiseNext = (index: number): boolean => {
    const { status, startMs, source, unplaced } = valueAt(model.operations, index)
    if (status !== 'free') return unplaced?.code === 'noWorkingTime'
    return startMs !== null && (source.pinned || startMs < model.freezeUntilMs)
  }
  const isHeld = (index: number): boolean => valueAt(model.operations, index).held !== null
  let last: FoundPlan | null = found
  for (let round = 0; round < mostRepeats; round++) {
    if (rows.some(isOtherwiseNext)) last = null
    else if (!rows.some(isHeld)) return
    if (last) {
      const present = withPresent(problem, last.plan)
      const round = { found: last, planned: presentStarts(problem) }
      const next = findPlan(model, { ...shop, problem: present }, quiet, options, round)
      if (!next || !hasMoved(last.plan, next.plan)) return
      applyPlan(model, shop, next.plan, next.held)
      last = next
    } else if (!runAgain(model, rows, quiet, options)) return
  }
}

/** The problem with a complete plan as the current one. */
const withPresent = (problem: CoreProblem, { start, mode }: CorePlan): CoreProblem => {
  const { modes } = problem
  return { ...problem, presentStart: start, modes: modes && mode ? { ...modes, present: mode } : modes }
}

const hasMoved = (before: CorePlan, after: CorePlan): boolean =>
  after.start.some((at, i) => at !== before.start[i] || after.mode?.[i] !== before.mode?.[i])

/** The model's plan in the form in which a run on it sees the plan. */
const presentPlan = ({ operations }: ShopModel, { problem, rows }: ShopProblem): CorePlan => ({
  start: problem.presentStart,
  end: Float64Array.from(rows, (index) => valueAt(operations, index).endMs ?? Infinity),
  mode: problem.modes?.present,
})

/** Runs on the new plan with the snapshot, and writes the result into the model. Returns false if nothing moved, or if stopped. */
const runAgain = (model: ShopModel, rows: Int32Array, watch: RunWatch, options: ScheduleOptions): boolean => {
  const next = shopModel(planAsPresent(model, rows), options.scope)
  const shop = shopProblem(next)
  const found = findPlan(next, shop, watch, options, { found: null, planned: knownStarts(model, next, shop) })
  // An operation whose pin has passed is fixed now, but this run placed it, so its predecessors must remain before it.
  if (!found || overtakings(next, shop, found.plan) > overtakings(next, shop, presentPlan(model, shop))) return false
  applyPlan(next, shop, found.plan, found.held)
  const moved = new Set<number>()
  const fixed: ModelOperation[] = []
  for (const index of rows) {
    const operation = valueAt(model.operations, index)
    const { status, startMs, endMs, unplaced, category, held } = valueAt(next.operations, index)
    if (status !== 'free' && status !== 'unplaced') {
      fixed.push(operation)
      continue
    }
    if (operation.startMs !== startMs || operation.category !== category) moved.add(index)
    moveTo(operation, category, model)
    Object.assign(operation, { status, startMs, endMs, unplaced, held })
  }
  // Work that the first run moved into the freeze window stays there, even if the operation whose maximum lag it serves has moved on.
  for (const operation of fixed) {
    const { held } = operation
    if (held?.index != null && moved.has(held.index)) operation.held = null
  }
  return moved.size > 0
}

/** The starts that the planner knows, for a run on its own result. Work that a run may move elsewhere is left out. */
const knownStarts = (model: ShopModel, next: ShopModel, { rows, problem }: ShopProblem): PresentStarts => {
  const starts = new Float64Array(model.operations.length)
  for (const { row, source } of model.operations) starts[row] = source.scheduledStartMs ?? Number.NaN
  const start = Float64Array.from(rows, (index) => {
    const { row, elsewhere } = valueAt(next.operations, index)
    return elsewhere.length > 0 ? Number.NaN : floatAt(starts, row)
  })
  return { start, mode: problem.modes?.present ?? null }
}

/** The snapshot with new dates for what the run may schedule. Everything else keeps its dates, even if it is unscheduled. */
const planAsPresent = ({ snapshot, operations }: ShopModel, rows: Int32Array): ShopSnapshot => {
  const placed: (ModelOperation | undefined)[] = new Array(operations.length)
  for (const index of rows) {
    const operation = valueAt(operations, index)
    placed[operation.row] = operation
  }
  let row = 0
  const stored = (given: SnapshotOperation): SnapshotOperation => {
    const operation = placed[row++]
    if (!operation) return given
    return { ...operation.source, scheduledStartMs: operation.startMs, scheduledEndMs: operation.endMs }
  }
  return {
    ...snapshot,
    projects: snapshot.projects.map((project) => ({ ...project, operations: project.operations.map(stored) })),
  }
}

export const measuredPlan = (
  snapshot: ShopSnapshot,
  scope: ScheduleScope,
  projects: readonly ScheduledProject[],
): MeasuredPlan => {
  const rowOf = new Map(projects.map((project) => [project.projectId, project]))
  const completionOf: MeasuredPlan['completionOf'] = ({ projectId }) => rowOf.get(projectId)?.completionMs ?? null
  return { measure: measurePlan(snapshot, scope, completionOf), completionOf }
}

/** The completion of a shop's projects if its plan is followed from now on. Several times cheaper than a run. */
const followedPlan = (model: ShopModel): ComparedPlan & { ends: ScheduledProject[] } => {
  const plan = new PreparedPlan(model)
  plan.pass()
  applyPlan(model, plan.shop, plan.builder)
  // The operations are copied because the run modifies them.
  const operations = model.operations.map(({ projectRow, status, startMs, endMs, source }) => ({
    projectRow,
    status,
    startMs,
    endMs,
    source,
  }))
  const { snapshot, projects, inScope } = model
  return { snapshot, projects, inScope, operations, ends: projectsOf(model) }
}

/** Projects in scope in the snapshot's order. */
export const projectsOf = (model: ShopModel): ScheduledProject[] => {
  const ends = new Float64Array(model.projects.length).fill(-Infinity)
  const unplaced = new Int32Array(ends.length)
  for (const { projectRow, endMs, status } of model.operations) {
    if (endMs !== null && endMs > floatAt(ends, projectRow)) ends[projectRow] = endMs
    if (status === 'unplaced') unplaced[projectRow] = intAt(unplaced, projectRow) + 1
  }
  const rowOf = new Map(model.projects.map((project, row) => [project, row]))
  return model.snapshot.projects.filter(model.inScope).map((project) => {
    const row = rowOf.get(project) ?? 0
    const end = floatAt(ends, row)
    const completionMs = end === -Infinity ? null : end
    return {
      projectId: project.projectId,
      completionMs,
      latenessHours: latenessHours(project, completionMs),
      unplacedOperations: intAt(unplaced, row),
    }
  })
}
