import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { at } from './at.ts'
import type { ScheduleModel } from './schedule-model.ts'

/** How many open operations run in each of `columns` equal parts of a span of time. Linear in operations and columns. */
export const busyness = (model: ScheduleModel, fromMs: number, toMs: number, columns: number): Int32Array => {
  // The changes of the number from one column to the next, summed up afterwards.
  const changes = new Int32Array(columns + 1)
  const columnOf = (ms: number) => Math.floor(((ms - fromMs) / (toMs - fromMs)) * columns)
  for (let op = 0; op < model.operationCount; op++) {
    if (!isPlaced(model, op) || hasFlag(model, op, 'completed')) continue
    const first = Math.max(0, columnOf(at(model.startMs, op)))
    const last = Math.min(columns - 1, columnOf(at(model.endMs, op) - 1))
    if (last < first) continue
    changes[first] = at(changes, first) + 1
    changes[last + 1] = at(changes, last + 1) - 1
  }
  for (let column = 1; column < columns; column++) changes[column] = at(changes, column) + at(changes, column - 1)
  return changes.subarray(0, columns)
}
