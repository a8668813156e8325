import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { daysBehind } from '../projects/local-day.ts'
import type { RankedPlan } from './core/best-of-rules.ts'
import type { CorePlan } from './core/core-problem.ts'
import { compareCosts, type PlanCost, projectEnds } from './core/plan-objective.ts'
import { measurePlan, type PlanMeasure } from './measure-plan.ts'
import { type ImprovementFigures, mostRecent, type ScheduleOptions, type ScheduleProgress } from './schedule-result.ts'
import { isActive } from './schedule-scope.ts'
import type { ShopModel } from './shop-model.ts'
import type { ShopProblem } from './shop-problem.ts'
import type { SnapshotProject } from './shop-snapshot.ts'

const pollEvery = 256
const reportsPerRun = 200

/** A plan with the completion of each project; null = none. */
export interface MeasuredPlan {
  readonly measure: PlanMeasure
  readonly completionOf: (project: SnapshotProject) => number | null
}

/** Measures a plan of the core, which identifies projects by their row in the model. */
const measureCorePlan = (model: ShopModel, { problem }: ShopProblem, plan: CorePlan): MeasuredPlan => {
  const ends = projectEnds(problem, plan)
  const completionMs = new Map(model.projects.map((project, row) => [project, floatAt(ends, row)]))
  const active = { ...model.snapshot, projects: model.projects.filter(model.inScope) }
  const completionOf = (project: SnapshotProject) => {
    const end = completionMs.get(project) ?? Number.NEGATIVE_INFINITY
    return end === Number.NEGATIVE_INFINITY ? null : end
  }
  return { measure: measurePlan(active, 'all', completionOf), completionOf }
}

/** Late days of a plan of the core, as displayed to the planner. */
export const lateDaysOf = (model: ShopModel, shop: ShopProblem, plan: CorePlan): number =>
  measureCorePlan(model, shop, plan).measure.lateDays

const figuresOf = (
  { snapshot }: ShopModel,
  before: MeasuredPlan,
  after: MeasuredPlan,
  recent: readonly SnapshotProject[],
): ImprovementFigures => {
  const daysLate = ({ completionOf }: MeasuredPlan, project: SnapshotProject) => {
    const end = completionOf(project)
    return end === null || project.dueMs === null ? null : daysBehind(project.dueMs, end, snapshot.timeZone)
  }
  return {
    lateProjectsBefore: before.measure.lateProjects,
    lateDaysBefore: before.measure.lateDays,
    lateProjects: after.measure.lateProjects,
    lateDays: after.measure.lateDays,
    recentLateness: recent.map((project) => ({ before: daysLate(before, project), after: daysLate(after, project) })),
  }
}

/**
 * Observes a run: counts active projects whose operations are all placed in the first plan, polls for a stop and for an
 * early end of the search, and reports progress.
 */
export const runWatch = ({ onProgress, shouldStop, shouldEndSearch, endAtStep = Infinity }: ScheduleOptions) => {
  let sincePoll = 0
  let stop = false
  let left = new Int32Array(0)
  let completed = 0
  let reported = 0
  let model: ShopModel | null = null
  let shop: ShopProblem | null = null
  let total = 0
  let steps = 0
  let endedAtStep: number | null = null
  let best: PlanCost | null = null
  let comparedWith: MeasuredPlan | null = null
  let recent: SnapshotProject[] = []
  const report = (progress: ScheduleProgress): void => onProgress?.(progress)
  const stopped = (): boolean => {
    stop ||= shouldStop?.() ?? false
    return stop
  }
  const isPollDue = (): boolean => {
    sincePoll = (sincePoll + 1) % pollEvery
    return sincePoll === 0
  }
  return {
    report,
    stopped,
    /** The step at which the search was ended; null = it was not. */
    endedAtStep: (): number | null => endedAtStep,
    begin(ofModel: ShopModel, ofShop: ShopProblem, forecast: MeasuredPlan | null): void {
      model = ofModel
      shop = ofShop
      const { project, projectCount, presentStart } = ofShop.problem
      // A shop without a plan can only be compared with its first plan.
      if (presentStart.some((start) => !Number.isNaN(start))) comparedWith = forecast
      left = new Int32Array(projectCount)
      for (const row of project) left[row] = intAt(left, row) + 1
      ofModel.projects.forEach((candidate, row) => {
        if (!ofModel.inScope(candidate) || !isActive(candidate)) return
        total++
        if (left[row] === 0) completed++
      })
      report({ phase: 'placing', completedProjects: completed, totalProjects: total })
    },
    onPlaced(operation: number, plan: number): boolean {
      if (isPollDue() && stopped()) return true
      if (plan > 0 || !shop || !model) return false
      const row = intAt(shop.problem.project, operation)
      left[row] = intAt(left, row) - 1
      if (left[row] !== 0) return false
      completed++
      if (completed - reported < total / reportsPerRun && completed < total) return false
      reported = completed
      const project = valueAt(model.projects, row)
      const { projectName } = project
      recent = [project, ...recent].slice(0, mostRecent)
      report({ phase: 'placing', completedProjects: completed, totalProjects: total, projectName })
      return false
    },
    /** Counts one step of the search. The count makes it possible to repeat a search that was ended early. */
    onSearched(): boolean {
      if (endedAtStep !== null) return true
      steps++
      const isPolled = isPollDue()
      if (isPolled && stopped()) return true
      if (steps >= endAtStep || (isPolled && shouldEndSearch?.())) endedAtStep = steps
      return endedAtStep !== null
    },
    onBetter(plan: RankedPlan): void {
      if (!model || !shop || (best && compareCosts(plan.cost, best) >= 0)) return
      best = plan.cost
      const [ofModel, ofShop] = [model, shop]
      comparedWith ??= measureCorePlan(ofModel, ofShop, plan)
      const before = comparedWith
      const named = recent
      const figures = () => figuresOf(ofModel, before, measureCorePlan(ofModel, ofShop, plan), named)
      report({ phase: 'improving', completedProjects: completed, totalProjects: total, figures })
    },
  }
}

export type RunWatch = ReturnType<typeof runWatch>
