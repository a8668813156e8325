import { intAt, valueAt } from '#domain/value-at.ts'
import type { CoreModes, CoreProblem } from './core/core-problem.ts'
import type { EarlierPlan } from './schedule-result.ts'
import type { ModelOperation, ShopModel } from './shop-model.ts'
import type { ShopProblem } from './shop-problem.ts'

/** The mode of each operation in the earlier plan. One that runs at a center that it no longer has keeps its present mode. */
const earlierModes = (
  { snapshot }: ShopModel,
  modes: CoreModes,
  operations: readonly ModelOperation[],
  earlier: EarlierPlan,
): Int32Array => {
  const present = modes.present.slice()
  for (const [i, { source }] of operations.entries()) {
    const wanted = earlier.get(source.operationId)?.categoryId
    if (wanted === undefined) continue
    for (let row = intAt(modes.first, i); row < intAt(modes.first, i + 1); row++) {
      if (valueAt(snapshot.categories, intAt(modes.resource, row)).categoryId === wanted) present[i] = row
    }
  }
  return present
}

/** The problem with an earlier plan as the current one. Operations that the earlier plan lacks have no start in it. */
export const withEarlierPlan = (
  model: ShopModel,
  { problem, rows }: ShopProblem,
  earlier: EarlierPlan,
): CoreProblem => {
  const operations = Array.from(rows, (index) => valueAt(model.operations, index))
  const presentStart = Float64Array.from(
    operations,
    ({ source }) => earlier.get(source.operationId)?.startMs ?? Number.NaN,
  )
  const { modes } = problem
  return {
    ...problem,
    presentStart,
    modes: modes && { ...modes, present: earlierModes(model, modes, operations, earlier) },
  }
}
