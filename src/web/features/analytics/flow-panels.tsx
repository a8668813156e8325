import { useState } from 'react'
import type { ProjectFlow } from '#contract/analytics.ts'
import { type ProjectPhase, phaseTitles, projectStatuses } from '#contract/vocabulary.ts'
import { weekName } from '#web/components/load-heat/week-name.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { formatCount, formatDays } from '#web/lib/format-number.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { BarList } from './charts/bar-list.tsx'
import { ColumnChart } from './charts/column-chart.tsx'
import { Legend } from './charts/legend.tsx'
import { FigurePanel } from './figures/figure-panel.tsx'
import { leadTimeTable, phaseTable, statusTable, throughputTable } from './figures/flow-tables.ts'

/** Phases of projects in the shop, the earliest at the bottom. Shipped and cancelled projects appear only in the table. */
const inShop: readonly { readonly phase: ProjectPhase; readonly fill: string }[] = [
  { phase: 'submittals', fill: 'var(--h1)' },
  { phase: 'engineering', fill: 'var(--h2)' },
  { phase: 'production', fill: 'var(--primary)' },
  { phase: 'complete', fill: 'var(--ok)' },
  { phase: 'on_hold', fill: 'var(--hold)' },
]
const statusFills = ['var(--h2)', 'var(--primary)', 'var(--hold)', 'var(--ok)']

type FlowProps = { flow: ProjectFlow; dates: DateSettings }

const columnsOf = ({ weeks }: ProjectFlow, dates: DateSettings) => ({
  keys: weeks.map(({ week }) => week),
  names: weeks.map(({ week }) => weekName(week, dates)),
})

/** Projects by phase or by status at the end of each week. */
export function PhasePanel({ flow, dates }: FlowProps) {
  const [by, setBy] = useState<'phase' | 'status'>('phase')
  const series =
    by === 'phase'
      ? inShop.map(({ phase, fill }) => ({
          name: phaseTitles[phase],
          fill,
          values: flow.weeks.map(({ phases }) => phases[phase]),
        }))
      : projectStatuses.map((status, index) => ({
          name: status,
          fill: statusFills[index] ?? 'var(--bar)',
          values: flow.weeks.map(({ statuses }) => statuses[status]),
        }))
  return (
    <FigurePanel
      title={by === 'phase' ? 'Projects in the shop by phase, week by week' : 'Projects by status, week by week'}
      className="md:col-span-2"
      table={by === 'phase' ? phaseTable(flow) : statusTable(flow)}
      empty={
        flow.weeks.every(({ phases }) => Object.values(phases).every((count) => count === 0)) &&
        (flow.historyFrom
          ? 'The history of these weeks has been deleted.'
          : 'Projects will be counted here week by week.')
      }
      actions={
        <SegmentedControl
          label="Count by"
          value={by}
          onChange={setBy}
          segments={[
            { value: 'phase', label: 'Phase' },
            { value: 'status', label: 'Status' },
          ]}
        />
      }
    >
      <ColumnChart {...columnsOf(flow, dates)} series={series} />
      <Legend items={series.toReversed()} />
      {flow.historyFrom && (
        <p className="px-3 pb-3 text-ink-3 text-label">
          History from before {formatShipDate(flow.historyFrom, dates)} has been deleted, so earlier weeks are not
          shown.
        </p>
      )}
    </FigurePanel>
  )
}

/** Hours of completed operations per week. */
export const ThroughputPanel = ({ flow, dates }: FlowProps) => (
  <FigurePanel
    title="Throughput, hours completed per week"
    table={throughputTable(flow)}
    empty={
      flow.weeks.every(({ operations, shipped, completed }) => operations + shipped + completed === 0) &&
      'Completed work will be counted here.'
    }
  >
    <ColumnChart
      {...columnsOf(flow, dates)}
      series={[{ name: 'Hours', fill: 'var(--primary)', values: flow.weeks.map(({ hours }) => Math.round(hours)) }]}
    />
  </FigurePanel>
)

/** Median days in each phase. */
export const LeadTimePanel = ({ flow }: { flow: ProjectFlow }) => (
  <FigurePanel
    title="Lead time per phase, median days"
    table={leadTimeTable(flow)}
    empty={flow.leadTimes.length === 0 && 'Days per phase will appear here once projects have changed phase.'}
  >
    <BarList
      rows={flow.leadTimes.map(({ phase, medianDays, stays }) => ({
        key: phase,
        name: phaseTitles[phase],
        value: medianDays ?? 0,
        text: formatDays(medianDays),
        title: formatCount(stays, 'project'),
      }))}
    />
  </FigurePanel>
)
