import { PlanBuilder } from '#domain/scheduling/core/plan-builder.ts'
import { presentSequence, sequenceSchedule } from '#domain/scheduling/core/sequence-schedule.ts'
import type { PassChanges } from '#domain/scheduling/prepared-plan.ts'
import { shopModel } from '#domain/scheduling/shop-model.ts'
import { shopProblem } from '#domain/scheduling/shop-problem.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { hourMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'

const fixedStatuses = ['started', 'pinned', 'frozen', 'kept']

/**
 * Follows a plan with changes as it was done before plans were prepared: the changes are written into a model that is read for this pass
 * alone, and everything is computed from there. Returns start and end of each operation of the model; NaN = none.
 */
export const passFromScratch = (
  snapshot: ShopSnapshot,
  { workMs, earliestMs, waitsForPlan = true }: PassChanges,
): { readonly starts: number[]; readonly ends: number[] } => {
  const model = shopModel(snapshot, 'all', 'keepSequence')
  const sequence = presentSequence(shopProblem(model).problem)
  for (const [row, operation] of model.operations.entries()) {
    const { source, calendar, status, startMs } = operation
    const work = workMs?.[row] ?? Number.NaN
    const earliest = earliestMs?.[row] ?? Number.NaN
    if (!Number.isNaN(work) && status === 'free') operation.leftMs = work
    if (!Number.isNaN(work) && fixedStatuses.includes(status)) {
      const from = Math.max(model.nowMs, startMs ?? 0)
      operation.endMs = work > 0 ? calendar.endWall(calendar.toWork(from) + work) : from
      if (status === 'started') {
        const wholeMs = Math.round(source.durationHours * hourMs) + work - operation.leftMs
        operation.source = { ...source, durationHours: wholeMs / hourMs }
      }
    }
    if (!Number.isNaN(earliest)) {
      operation.source = { ...operation.source, materialReadyMs: earliest }
      operation.project = {
        ...operation.project,
        productionStartMs: null,
        engineeringReleaseMs: null,
        customerReleaseMs: null,
      }
    }
    // The planned start of work that is not placed decides nothing.
    if (!waitsForPlan && status === 'free') operation.source = { ...operation.source, scheduledStartMs: null }
  }
  const { problem, coreOf } = shopProblem(model)
  const builder = new PlanBuilder(problem)
  sequenceSchedule(builder, sequence, () => false)
  const dateOf = (column: Float64Array, row: number, fixed: number | null): number => {
    const i = valueAt(coreOf, row)
    const date = i < 0 ? (fixed ?? Number.NaN) : valueAt(column, i)
    return date === Infinity ? Number.NaN : date
  }
  return {
    starts: model.operations.map(({ startMs }, row) => dateOf(builder.start, row, startMs)),
    ends: model.operations.map(({ endMs }, row) => dateOf(builder.end, row, endMs)),
  }
}
