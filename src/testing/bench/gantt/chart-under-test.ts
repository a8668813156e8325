import type { CompactSchedule } from '#contract/schedule.ts'

/** New dates of an operation, by its row. */
export interface NewDates {
  readonly row: number
  readonly startMs: number
  readonly endMs: number
}

/** What the bench needs from each chart. */
export interface ChartUnderTest {
  /** Opens the chart with its data in the form that it takes, which is made before. */
  mount: (root: HTMLElement) => void
  /** Changes the dates of many operations at once, as a run or a bulk change does. */
  change: (dates: readonly NewDates[]) => void
}

export type MakeChart = (plan: CompactSchedule) => ChartUnderTest

/** The height of the area with rows, time axis included: the height of ours without toolbar, overview and footer, in px. */
export const chartPx = 788
