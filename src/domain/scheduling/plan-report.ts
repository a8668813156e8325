import type { Placement, PlacementFactor, PlacementWarning } from '#contract/placement.ts'
import { type CenterSequence, centerSequences } from './changeovers.ts'
import { beginners, explainFree, leavers, type ResourceUsers } from './explain-placement.ts'
import { SharedResources } from './explain-shared.ts'
import { placementWarnings } from './placement-warnings.ts'
import type { ScheduledOperation } from './schedule-result.ts'
import { isActive } from './schedule-scope.ts'
import type { ModelOperation, ShopModel } from './shop-model.ts'
import { explainChoices } from './shop-modes.ts'
import { readyMs } from './shop-problem.ts'

const fixedFactor = (operation: ModelOperation, model: ShopModel): PlacementFactor => {
  const at = operation.startMs ?? operation.endMs ?? model.nowMs
  const { status } = operation
  if (status === 'frozen') return { code: 'frozen', at, binding: true, until: model.freezeUntilMs }
  return { code: status === 'started' || status === 'pinned' ? status : 'completed', at, binding: true }
}

/** Who uses the resources of a finished plan, and when. `sequence`: the order that was followed, if any. */
export const resourceUsers = (
  model: ShopModel,
  rows: Int32Array,
  sequence: Int32Array | null,
  sequences: readonly (CenterSequence | null)[] = centerSequences(model),
): ResourceUsers => ({
  leaving: leavers(model),
  beginning: sequence && beginners(model, rows, sequence),
  shared: new SharedResources(model, rows, sequence),
  sequences,
})

/** Finds the reasons of the operations of a finished plan, by their row in the model. */
export const placementOf = (
  model: ShopModel,
  users: ResourceUsers,
): ((row: number, of: ModelOperation) => Placement) => {
  const warnings = placementWarnings(model, users.sequences)
  const choices = explainChoices(model, (operation, place) => readyMs(operation, model, place))
  const none: PlacementWarning[] = []
  return (row, operation) => {
    const { status, unplaced } = operation
    const factors =
      status === 'unplaced'
        ? []
        : status === 'free'
          ? explainFree(operation, row, model, users)
          : [fixedFactor(operation, model)]
    const others = choices.get(operation)
    const placement: Placement = { factors, unplaced, warnings: warnings.get(operation) ?? none }
    if (others) placement.others = others
    return placement
  }
}

/** The number of scheduled open operations in scope, and of those that are not scheduled (`isNotPlaced`). */
export const countPlaced = ({ operations, inScope }: ShopModel): { placed: number; notPlaced: number } => {
  let [placed, notPlaced] = [0, 0]
  for (const { project, status, unplaced } of operations) {
    if (!inScope(project)) continue
    if (status !== 'unplaced') placed += Number(status !== 'completed' && isActive(project))
    else if (unplaced?.code !== 'projectNotScheduled') notPlaced++
  }
  return { placed, notPlaced }
}

/** Operations in scope in the snapshot's order, with their reasons. */
export const report = (
  model: ShopModel,
  users: ResourceUsers,
): { operations: ScheduledOperation[]; placed: number; notPlaced: number } => {
  const reasonsOf = placementOf(model, users)
  const rows: (ScheduledOperation | undefined)[] = new Array(model.operations.length)
  for (const [row, operation] of model.operations.entries()) {
    const { source, project, startMs, endMs } = operation
    if (!model.inScope(project)) continue
    const placement = reasonsOf(row, operation)
    const { operationId, categoryId } = source
    const dates = { operationId, projectId: project.projectId, startMs, endMs }
    const hasChoice = operation.elsewhere.length > 0 && categoryId !== null
    rows[operation.row] = hasChoice ? { ...dates, categoryId, placement } : { ...dates, placement }
  }
  return { operations: rows.filter((row) => row !== undefined), ...countPlaced(model) }
}
