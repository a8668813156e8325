import type { CompactSchedule } from '#contract/schedule.ts'

/** New dates of an operation, by its row. */
export interface NewDates {
  readonly row: number
  readonly startMs: number
  readonly endMs: number
}

/** Interface between the benchmark and each chart. */
export interface ChartUnderTest {
  /** Opens the chart with its data, which is converted to the chart's format beforehand. */
  mount: (root: HTMLElement) => void
  /** Changes the dates of many operations at once, like a run or a bulk change. */
  change: (dates: readonly NewDates[]) => void
}

export type MakeChart = (plan: CompactSchedule) => ChartUnderTest

/** Height in px of the row area including the time axis, as in our chart without toolbar, overview and footer. */
export const chartPx = 788
