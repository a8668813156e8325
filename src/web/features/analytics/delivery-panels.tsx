import type { Delivery, EstimateAccuracy, LateCauses } from '#contract/analytics.ts'
import { causeTitles } from '#web/components/operation-table/cause-words.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { formatCount, formatDays, formatNumber, formatPercent } from '#web/lib/format-number.ts'
import { BarList, type BarRow } from './charts/bar-list.tsx'
import { ColumnChart } from './charts/column-chart.tsx'
import { LineChart } from './charts/line-chart.tsx'
import {
  binName,
  causeTable,
  estimateTable,
  latenessTable,
  onTimeTable,
  percentOf,
  shortBinName,
} from './figures/delivery-tables.ts'
import { FigurePanel } from './figures/figure-panel.tsx'

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Share of the projects shipped in each month that were on time. */
export const OnTimePanel = ({ delivery }: { delivery: Delivery }) => (
  <FigurePanel
    title="On-time rate, % of projects shipped"
    table={onTimeTable(delivery)}
    empty={delivery.shipped === 0 && 'No project was shipped in this time.'}
  >
    <LineChart
      keys={delivery.months.map(({ month }) => month)}
      names={delivery.months.map(({ month }) => monthNames[Number(month.slice(5)) - 1] ?? month)}
      values={delivery.months.map(({ onTime, shipped }) => percentOf(onTime, shipped))}
      max={100}
    />
  </FigurePanel>
)

const fillOf = ({ fromDays }: Delivery['lateness'][number]): string => {
  if (fromDays === null || fromDays <= 0) return 'var(--h2)'
  return fromDays <= 3 ? 'var(--h4)' : 'var(--h5)'
}

/** Shipped projects by the number of days they were early or late. */
export const LatenessPanel = ({ delivery: { lateness, shipped }, delivery }: { delivery: Delivery }) => (
  <FigurePanel
    title={`Lateness of ${formatCount(shipped, 'shipped project')}`}
    table={latenessTable(delivery)}
    empty={shipped === 0 && 'No project was shipped in this time.'}
    footer={
      shipped > 0 && (
        <p aria-hidden="true" className="grid grid-cols-[5fr_4fr] px-3 pb-3 pl-12 text-center text-ink-3 text-label">
          <span>days early or on the day</span>
          <span>days late</span>
        </p>
      )
    }
  >
    <ColumnChart
      keys={lateness.map(binName)}
      names={lateness.map(shortBinName)}
      series={[{ name: 'Projects', fill: lateness.map(fillOf), values: lateness.map(({ projects }) => projects) }]}
      height={200}
      labelled
      divideBefore={5}
    />
  </FigurePanel>
)

const shownCauses = 8

/**
 * Waiting for work centers, people or tools, and other causes, most late days first. The smallest causes are combined
 * into one bar.
 */
const causeBars = ({ workCenters, others, lateDays: all }: LateCauses): BarRow[] => {
  const causes = [
    ...workCenters.map(({ categoryId, name, color, lateDays, projects }) => ({
      key: categoryId,
      lateDays,
      projects,
      name: <WorkCenterMark color={color}>Waiting for {name}</WorkCenterMark>,
    })),
    ...others.map(({ cause, lateDays, projects }) => ({ key: cause, lateDays, projects, name: causeTitles[cause] })),
  ].sort((one, other) => other.lateDays - one.lateDays)
  const text = (lateDays: number) => `${formatPercent(percentOf(lateDays, all))} · ${formatDays(lateDays)}`
  const leastDays = causes.slice(shownCauses).reduce((sum, { lateDays }) => sum + lateDays, 0)
  return [
    ...causes.slice(0, shownCauses).map(({ key, name, lateDays, projects }) => ({
      key,
      name,
      value: lateDays,
      text: text(lateDays),
      title: formatCount(projects, 'project'),
    })),
    ...(leastDays > 0 ? [{ key: 'least', name: 'Other causes', value: leastDays, text: text(leastDays) }] : []),
  ]
}

/** Late days by the work center whose queue causes them, or by another cause. */
export const CausesPanel = ({ causes }: { causes: LateCauses }) => (
  <FigurePanel
    title="What makes projects late"
    table={causeTable(causes)}
    empty={causes.lateProjects === 0 && 'No project is planned to be late.'}
  >
    <BarList rows={causeBars(causes)} />
  </FigurePanel>
)

/** Actual hours compared with planned hours per work center. */
export const EstimatesPanel = ({ estimates }: { estimates: EstimateAccuracy }) => (
  <FigurePanel
    title="Estimate accuracy, actual of planned hours"
    className="md:col-span-2"
    table={estimateTable(estimates)}
    empty={estimates.workCenters.length === 0 && 'Completed operations will be compared with their estimates here.'}
  >
    <BarList
      rows={estimates.workCenters.map(
        ({ categoryId, name, color, medianRatio, operations, withinTenth, includingWaiting }) => ({
          key: categoryId,
          name: <WorkCenterMark color={color}>{name}</WorkCenterMark>,
          value: medianRatio,
          text: `${Math.round(medianRatio * 100)} %`,
          title: `${formatPercent(percentOf(withinTenth, operations))} of ${formatCount(operations, 'operation')} within a tenth${includingWaiting > 0 ? `; the hours of ${formatNumber(includingWaiting)} include waiting` : ''}`,
        }),
      )}
    />
  </FigurePanel>
)
