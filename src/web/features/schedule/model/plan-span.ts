import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { at } from './at.ts'
import type { ScheduleModel } from './schedule-model.ts'

/** From the first start to the last end of the open work of some projects, in epoch ms; null when none of it is scheduled. */
export const planSpan = (
  model: ScheduleModel,
  projects: Iterable<number>,
): readonly [fromMs: number, toMs: number] | null => {
  let [from, to] = [Infinity, -Infinity]
  for (const project of projects) {
    // Most projects lie within the span of those before.
    if (at(model.projectStartMs, project) >= from && at(model.projectEndMs, project) <= to) continue
    for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++) {
      if (!isPlaced(model, op) || hasFlag(model, op, 'completed')) continue
      from = Math.min(from, at(model.startMs, op))
      to = Math.max(to, at(model.endMs, op))
    }
  }
  return to > from ? [from, to] : null
}
