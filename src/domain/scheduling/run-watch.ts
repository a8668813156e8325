import { intAt } from '#domain/value-at.ts'
import type { RankedPlan } from './core/best-of-rules.ts'
import type { ScheduleOptions, ScheduleProgress } from './schedule-result.ts'
import { isActive } from './schedule-scope.ts'
import type { ShopModel } from './shop-model.ts'
import type { ShopProblem } from './shop-problem.ts'

const pollEvery = 256
const reportsPerRun = 200

/** Follows a run: counts active projects whose operations are all placed in the first plan, polls for a stop, and reports. */
export const runWatch = ({ onProgress, shouldStop }: ScheduleOptions) => {
  let sincePoll = 0
  let stop = false
  let left = new Int32Array(0)
  let completed = 0
  let reported = 0
  let model: ShopModel | null = null
  let shop: ShopProblem | null = null
  let total = 0
  const report = (progress: ScheduleProgress): void => onProgress?.(progress)
  const stopped = (): boolean => {
    stop ||= shouldStop?.() ?? false
    return stop
  }
  return {
    report,
    stopped,
    begin(ofModel: ShopModel, ofShop: ShopProblem): void {
      model = ofModel
      shop = ofShop
      const { project, projectCount } = ofShop.problem
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
      if (++sincePoll >= pollEvery) {
        sincePoll = 0
        if (stopped()) return true
      }
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
    onBetter(plan: RankedPlan): void {
      const weightedLatenessHours = plan.cost[0] / 3_600_000
      report({ phase: 'improving', completedProjects: completed, totalProjects: total, weightedLatenessHours })
    },
  }
}

export type RunWatch = ReturnType<typeof runWatch>
