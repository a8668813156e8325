import { median, roundTwo } from './figures.ts'

export interface FinishedWork {
  readonly plannedHours: number
  /** Time on work, or the open hours between actual start and actual end. */
  readonly actualHours: number
  /** Whether they are such open hours, which include waiting. */
  readonly includesWaiting: boolean
}

const tolerance = 0.1 + 1e-9

/** Compares actual with planned hours of finished operations that have a duration. Averages are null if there are none. */
export const estimateAccuracy = (work: readonly FinishedWork[]) => {
  if (work.length === 0) return null
  const ratios = work.map(({ plannedHours, actualHours }) => actualHours / plannedHours)
  const sum = (read: (item: FinishedWork) => number) => roundTwo(work.reduce((total, item) => total + read(item), 0))
  return {
    operations: work.length,
    plannedHours: sum(({ plannedHours }) => plannedHours),
    actualHours: sum(({ actualHours }) => actualHours),
    medianRatio: roundTwo(median(ratios) ?? 0),
    includingWaiting: work.filter(({ includesWaiting }) => includesWaiting).length,
    withinTenth: ratios.filter((ratio) => Math.abs(ratio - 1) <= tolerance).length,
  }
}
