import { floatAt, intAt } from '#domain/value-at.ts'
import type { RankedPlan } from './core/best-of-rules.ts'
import { compareCosts, type PlanCost, projectEnds } from './core/plan-objective.ts'
import { measurePlan, type PlanMeasure } from './measure-plan.ts'
import type { ImprovementFigures, ScheduleOptions, ScheduleProgress } from './schedule-result.ts'
import { isActive } from './schedule-scope.ts'
import type { ShopModel } from './shop-model.ts'
import type { ShopProblem } from './shop-problem.ts'

const pollEvery = 256
const reportsPerRun = 200

/**
 * Follows a run: counts active projects whose operations are all placed in the first plan, polls for a stop and for an end of the
 * search, and reports.
 */
export const runWatch = ({ scope, onProgress, shouldStop, shouldEndSearch, endAtStep = Infinity }: ScheduleOptions) => {
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
  let comparedWith: PlanMeasure | null = null
  const report = (progress: ScheduleProgress): void => onProgress?.(progress)
  const stopped = (): boolean => {
    stop ||= shouldStop?.() ?? false
    return stop
  }
  const isPollDue = (): boolean => {
    sincePoll = (sincePoll + 1) % pollEvery
    return sincePoll === 0
  }
  const measure = (plan: RankedPlan): PlanMeasure | null => {
    if (!model || !shop) return null
    const ends = projectEnds(shop.problem, plan)
    const rowOf = new Map(model.projects.map(({ projectId }, row) => [projectId, row]))
    return measurePlan(model.snapshot, scope, ({ projectId }) => {
      const end = floatAt(ends, rowOf.get(projectId) ?? -1)
      return end === -Infinity ? null : end
    })
  }
  const figuresOf = (plan: RankedPlan, before: PlanMeasure | null): ImprovementFigures => {
    const after = measure(plan)
    return {
      lateProjectsBefore: before?.lateProjects ?? 0,
      lateDaysBefore: before?.lateDays ?? 0,
      lateProjects: after?.lateProjects ?? 0,
      lateDays: after?.lateDays ?? 0,
    }
  }
  return {
    report,
    stopped,
    /** The step at which the search was ended; null = it was not. */
    endedAtStep: (): number | null => endedAtStep,
    begin(ofModel: ShopModel, ofShop: ShopProblem, forecast: PlanMeasure | null): void {
      model = ofModel
      shop = ofShop
      const { project, projectCount, presentStart } = ofShop.problem
      if (!presentStart.some((start) => Number.isNaN(start))) comparedWith = forecast
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
      const projectName = model.projects[row]?.projectName ?? ''
      report({ phase: 'placing', completedProjects: completed, totalProjects: total, projectName })
      return false
    },
    /** A step of the search. The steps are counted, so that a search that was ended early can be repeated. */
    onSearched(): boolean {
      if (endedAtStep !== null) return true
      steps++
      const isPolled = isPollDue()
      if (isPolled && stopped()) return true
      if (steps >= endAtStep || (isPolled && shouldEndSearch?.())) endedAtStep = steps
      return endedAtStep !== null
    },
    onBetter(plan: RankedPlan): void {
      if (best && compareCosts(plan.cost, best) >= 0) return
      best = plan.cost
      comparedWith ??= measure(plan)
      const before = comparedWith
      report({
        phase: 'improving',
        completedProjects: completed,
        totalProjects: total,
        figures: () => figuresOf(plan, before),
      })
    },
  }
}

export type RunWatch = ReturnType<typeof runWatch>
