import type { DateColumns } from '#contract/schedule.ts'
import { rowsById } from '#domain/schedule/row-of-id.ts'
import { at } from './at.ts'
import type { ScheduleModel } from './schedule-model.ts'

/** Dates beside those of the plan by operation row, in epoch ms, 0 = none. */
export interface OtherDates {
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  readonly needByMs: Float64Array
  /** The end in 80 % of the samples is between these. */
  readonly p10Ms: Float64Array
  readonly p90Ms: Float64Array
}

/** Arranges dates by the rows of the plan. Dates of operations that are not in the plan are left out. */
export const arrangeDates = (model: ScheduleModel, columns: DateColumns): OtherDates => {
  const rows = rowsById(model.data.operations.ids)
  const column = () => new Float64Array(model.operationCount)
  const arranged = { startMs: column(), endMs: column(), needByMs: column(), p10Ms: column(), p90Ms: column() }
  columns.ids.forEach((id, i) => {
    const row = rows.get(id)
    if (row === undefined) return
    arranged.startMs[row] = columns.startMs[i] ?? 0
    arranged.endMs[row] = columns.endMs[i] ?? 0
    arranged.needByMs[row] = columns.needByMs[i] ?? 0
    arranged.p10Ms[row] = columns.p10Ms[i] ?? 0
    arranged.p90Ms[row] = columns.p90Ms[i] ?? 0
  })
  return arranged
}

/** Whether these dates of an operation are known, and others than in the plan. A minute is too little to see. */
export const differs = (model: ScheduleModel, dates: OtherDates, operation: number): boolean => {
  const [startMs, endMs] = [at(dates.startMs, operation), at(dates.endMs, operation)]
  if (startMs === 0 || endMs === 0) return false
  const gap = Math.max(Math.abs(startMs - at(model.startMs, operation)), Math.abs(endMs - at(model.endMs, operation)))
  return gap > 60_000
}
