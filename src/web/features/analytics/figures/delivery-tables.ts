import type { Delivery, EstimateAccuracy, LateCauses, LoadMatrix } from '#contract/analytics.ts'
import { causeTitles } from '#web/components/operation-table/cause-words.ts'
import type { FigureTable } from '#web/lib/figure-table.ts'

/** Whole percent; null if `whole` is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 100) : null

/** On-time rate per month. */
export const onTimeTable = ({ months }: Delivery): FigureTable => ({
  caption: 'On-time rate',
  columns: ['Month', 'On time, %', 'Shipped', 'On time'],
  rows: months.map(({ month, shipped, onTime }) => [month, percentOf(onTime, shipped), shipped, onTime]),
})

type Bin = Delivery['lateness'][number]

/** '4-7 d late', '14 d early or more', 'On the day'. */
export const binName = ({ fromDays, toDays }: Bin): string => {
  if (fromDays === 0 && toDays === 0) return 'On the day'
  if (fromDays === null) return `${-(toDays ?? 0)} d early or more`
  if (toDays === null) return `${fromDays} d late or more`
  return fromDays > 0 ? `${fromDays}-${toDays} d late` : `${-toDays}-${-fromDays} d early`
}

/** '14+', '8-13', '0'. */
export const shortBinName = ({ fromDays, toDays }: Bin): string => {
  if (fromDays === null) return `${-(toDays ?? 0)}+`
  if (toDays === null) return `${fromDays}+`
  const [low, high] = [Math.abs(fromDays), Math.abs(toDays)].sort((a, b) => a - b)
  return low === high ? String(low) : `${low}-${high}`
}

/** How late the shipped projects were. */
export const latenessTable = ({ lateness }: Delivery): FigureTable => ({
  caption: 'Lateness of shipped projects',
  columns: ['Against the planned ship date', 'Projects'],
  rows: lateness.map((bin) => [binName(bin), bin.projects]),
})

/** Late days by the work center that projects waited for, then by other causes. */
export const causeTable = ({ workCenters, others, lateDays }: LateCauses): FigureTable => ({
  caption: 'What makes projects late',
  columns: ['Cause', 'Project-days late', 'Share, %', 'Projects', 'Days in its queue'],
  rows: [
    ...workCenters.map((row) => [
      row.name,
      row.lateDays,
      percentOf(row.lateDays, lateDays),
      row.projects,
      row.waitingDays,
    ]),
    ...others.map((row) => [
      causeTitles[row.cause],
      row.lateDays,
      percentOf(row.lateDays, lateDays),
      row.projects,
      null,
    ]),
  ],
})

/** Estimated hours compared with actual hours. */
export const estimateTable = ({ workCenters }: EstimateAccuracy): FigureTable => ({
  caption: 'Estimate accuracy',
  columns: [
    'Work center',
    'Actual of planned, %',
    'Within a tenth, %',
    'Planned hours',
    'Actual hours',
    'Operations',
    'Includes waiting',
  ],
  rows: workCenters.map((row) => [
    row.name,
    Math.round(row.medianRatio * 100),
    percentOf(row.withinTenth, row.operations),
    row.plannedHours,
    row.actualHours,
    row.operations,
    row.includingWaiting,
  ]),
})

/** Backlog in hours, and load as a percentage of capacity. A week without open hours has no load. */
export const loadTable = ({ weeks, workCenters }: LoadMatrix): FigureTable => ({
  caption: 'Load of capacity by week',
  columns: ['Work center', 'Backlog, h', ...weeks.map(({ week }) => week)],
  rows: workCenters.map(({ name, loadHours, openHours, backlogHours }) => [
    name,
    backlogHours,
    ...loadHours.map((hours, week) => percentOf(hours, openHours[week] ?? 0)),
  ]),
})
