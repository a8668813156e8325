import type { Placement } from '#contract/placement.ts'
import { centerSequences, changeoverHours } from './changeovers.ts'
import { applyPlan } from './explain-placement.ts'
import { countPlaced, placementOf, resourceUsers } from './plan-report.ts'
import { PreparedPlan } from './prepared-plan.ts'
import type { ScheduledOperation, ScheduleResult } from './schedule-result.ts'
import { isActive } from './schedule-scope.ts'
import { measuredPlan, projectsOf } from './schedule-shop.ts'
import { type ModelOperation, type ShopModel, shopModel } from './shop-model.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'
import { neverStop, type ShouldStop, StoppedError } from './stopped.ts'

/** Finds the reasons of an operation of the model. */
type ReasonsOf = (row: number, operation: ModelOperation) => Placement

/**
 * An operation of a followed plan. Its reasons are found when they are first asked for, because most are never read. A copy by spreading
 * or by structured clone has no reasons.
 */
class FollowedOperation implements ScheduledOperation {
  readonly operationId: string
  readonly projectId: string
  readonly startMs: number | null
  readonly endMs: number | null
  readonly categoryId?: string
  readonly #row: number
  readonly #of: ModelOperation
  readonly #reasonsOf: ReasonsOf
  #placement: Placement | null = null

  constructor(row: number, of: ModelOperation, reasonsOf: ReasonsOf) {
    const { source, project, startMs, endMs, elsewhere } = of
    this.operationId = source.operationId
    this.projectId = project.projectId
    this.startMs = startMs
    this.endMs = endMs
    if (elsewhere.length > 0 && source.categoryId !== null) this.categoryId = source.categoryId
    this.#row = row
    this.#of = of
    this.#reasonsOf = reasonsOf
  }

  get placement(): Placement {
    this.#placement ??= this.#reasonsOf(this.#row, this.#of)
    return this.#placement
  }
}

const pollEvery = 256

/**
 * The forecast of a whole shop: its plan followed from now on, with the same result as `scheduleShop` with `keepSequence`. Reasons are found
 * on demand. Throws `StoppedError`.
 */
export const followShop = (snapshot: ShopSnapshot, shouldStop: ShouldStop = neverStop): ScheduleResult => {
  if (shouldStop()) throw new StoppedError()
  const model = shopModel(snapshot, 'all', 'keepSequence')
  const plan = new PreparedPlan(model)
  let placed = 0
  const isEnded = !plan.pass({}, () => ++placed % pollEvery === 0 && shouldStop())
  if (isEnded || shouldStop()) throw new StoppedError()
  applyPlan(model, plan.shop, plan.builder)
  return followedResult(model, plan)
}

const followedResult = (model: ShopModel, { shop, sequence }: PreparedPlan): ScheduleResult => {
  const { snapshot } = model
  let reasons: ReasonsOf | null = null
  const reasonsOf: ReasonsOf = (row, operation) => {
    reasons ??= placementOf(model, resourceUsers(model, shop.rows, sequence))
    return reasons(row, operation)
  }
  const operations = new Array<ScheduledOperation>(model.operations.length)
  let movedOperations = 0
  for (const [row, operation] of model.operations.entries()) {
    operations[operation.row] = new FollowedOperation(row, operation, reasonsOf)
    const { source, status, startMs } = operation
    const isPlaced = status === 'free' || status === 'unplaced'
    if (isPlaced && source.scheduledStartMs !== null && startMs !== source.scheduledStartMs) movedOperations++
  }
  const projects = projectsOf(model)
  const { measure } = measuredPlan(snapshot, 'all', projects)
  const { placed, notPlaced } = countPlaced(model)
  const hasChangeovers = model.setups.some((setup) => setup !== null)
  return {
    operations,
    projects,
    objective: {
      weightedLatenessHours: measure.weightedLatenessHours,
      ...(hasChangeovers && { changeoverHours: changeoverHours(centerSequences(model)) }),
      totalCompletionHours: measure.totalCompletionHours,
      movedOperations,
    },
    lateProjects: measure.lateProjects,
    lateDays: measure.lateDays,
    before: measure,
    movedOperations: 0,
    movedAsForecast: 0,
    effects: [],
    stats: {
      rule: 'present sequence',
      generation: 'serial',
      iterations: 1,
      seed: 1,
      endedAtStep: null,
      activeProjects: snapshot.projects.filter(isActive).length,
      placedOperations: placed,
      unplacedOperations: notPlaced,
    },
  }
}
