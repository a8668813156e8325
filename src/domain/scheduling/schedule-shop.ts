import type { PlacementFactor, PlacementWarning } from '#contract/placement.ts'
import { bestOfRules } from './core/best-of-rules.ts'
import { improvePlan } from './core/improve-plan.ts'
import { applyPlan, explainFree, leavers } from './explain-placement.ts'
import { latenessHours, measurePlan, presentCompletionMs } from './measure-plan.ts'
import { placementWarnings } from './placement-warnings.ts'
import { runWatch } from './run-watch.ts'
import type { ScheduledOperation, ScheduledProject, ScheduleOptions, ScheduleOutcome } from './schedule-result.ts'
import { isActive } from './schedule-scope.ts'
import { type ModelOperation, type ShopModel, shopModel } from './shop-model.ts'
import { shopProblem } from './shop-problem.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'
import { markUnplaced } from './unplaced-operations.ts'

/**
 * Schedules one organisation: pure, no clock, no I/O, and the same call gives the same result byte for byte, whatever
 * the order of the snapshot's lists. Bad data never throws: what cannot be placed carries its reason.
 */
export const scheduleShop = (snapshot: ShopSnapshot, options: ScheduleOptions): ScheduleOutcome => {
  const seed = options.seed ?? 1
  const watch = runWatch(options)
  watch.report({ phase: 'initializing', completedProjects: 0, totalProjects: 0 })
  const model = shopModel(snapshot, options.scope)
  markUnplaced(model.operations)
  const shop = shopProblem(model)
  watch.begin(model, shop)
  const rules = bestOfRules(shop.problem, { onPlaced: watch.onPlaced, onBetter: watch.onBetter })
  if (!rules || watch.stopped()) return { cancelled: true }
  const onPlaced = (): boolean => watch.onPlaced(0, 1)
  const search = { seed, iterations: options.effort ?? 0, onPlaced, onBetter: watch.onBetter }
  const { best, iterations } = improvePlan(shop.problem, rules.best, search)
  if (watch.stopped()) return { cancelled: true }
  applyPlan(model, shop, best)

  const { operations, placed, notPlaced } = report(model)
  const projects = projectsOf(model)
  const rowOf = new Map(projects.map((project) => [project.projectId, project]))
  const measure = measurePlan(snapshot, options.scope, ({ projectId }) => rowOf.get(projectId)?.completionMs ?? null)
  let movedOperations = 0
  for (const { source, standing, startMs, project } of model.operations) {
    if (!model.inScope(project) || source.scheduledStartMs === null) continue
    if ((standing === 'free' || standing === 'unplaced') && startMs !== source.scheduledStartMs) movedOperations++
  }
  return {
    operations,
    projects,
    objective: {
      weightedLatenessHours: measure.weightedLatenessHours,
      totalCompletionHours: measure.totalCompletionHours,
      movedOperations,
    },
    lateProjects: measure.lateProjects,
    before: measurePlan(snapshot, options.scope, presentCompletionMs(snapshot.nowMs)),
    stats: {
      rule: best.rule,
      generation: best.generation,
      iterations: rules.iterations + iterations,
      seed,
      activeProjects: snapshot.projects.filter((project) => model.inScope(project) && isActive(project)).length,
      placedOperations: placed,
      unplacedOperations: notPlaced,
    },
  }
}

const fixedFactor = (operation: ModelOperation, model: ShopModel): PlacementFactor => {
  const at = operation.startMs ?? operation.endMs ?? model.nowMs
  const { standing } = operation
  if (standing === 'frozen') return { code: 'frozen', at, binding: true, until: model.freezeUntilMs }
  return { code: standing === 'started' || standing === 'pinned' ? standing : 'completed', at, binding: true }
}

/** Operations of the scope in the snapshot's order, each with its reasons; `notPlaced` as `isNotPlaced` counts them. */
const report = (model: ShopModel): { operations: ScheduledOperation[]; placed: number; notPlaced: number } => {
  const leaving = leavers(model)
  const warnings = placementWarnings(model)
  const none: PlacementWarning[] = []
  const rows: (ScheduledOperation | undefined)[] = new Array(model.operations.length)
  let [placed, notPlaced] = [0, 0]
  for (const operation of model.operations) {
    const { source, project, standing, startMs, endMs, unplaced } = operation
    if (!model.inScope(project)) continue
    if (standing !== 'unplaced') placed++
    else if (unplaced?.code !== 'projectNotScheduled') notPlaced++
    const factors =
      standing === 'unplaced'
        ? []
        : standing === 'free'
          ? explainFree(operation, model, leaving)
          : [fixedFactor(operation, model)]
    rows[operation.row] = {
      operationId: source.operationId,
      projectId: project.projectId,
      startMs,
      endMs,
      placement: { factors, unplaced, warnings: warnings.get(operation) ?? none },
    }
  }
  return { operations: rows.filter((row) => row !== undefined), placed, notPlaced }
}

/** Projects of the scope in the snapshot's order. */
const projectsOf = (model: ShopModel): ScheduledProject[] => {
  const ends = new Float64Array(model.projects.length).fill(-Infinity)
  const unplaced = new Int32Array(ends.length)
  for (const { projectRow, endMs, standing } of model.operations) {
    if (endMs !== null && endMs > (ends[projectRow] as number)) ends[projectRow] = endMs
    if (standing === 'unplaced') unplaced[projectRow] = (unplaced[projectRow] as number) + 1
  }
  const rowOf = new Map(model.projects.map((project, row) => [project, row]))
  return model.snapshot.projects.filter(model.inScope).map((project) => {
    const row = rowOf.get(project) ?? 0
    const end = ends[row] as number
    const completionMs = end === -Infinity ? null : end
    return {
      projectId: project.projectId,
      completionMs,
      latenessHours: latenessHours(project, completionMs),
      unplacedOperations: unplaced[row] as number,
    }
  })
}
