import type { ReactNode } from 'react'
import { type OperationFilter, type Severity, severities } from '#contract/operation-filter.ts'
import type { OperationList } from '#contract/operation-lists.ts'
import type { ListSearch, OnListSearch } from '#web/components/operation-table/list-search.ts'
import { severityLooks } from '#web/components/operation-table/severity-mark.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { formatDays, formatNumber } from '#web/lib/format-number.ts'
import { toneText } from '#web/ui/tones.ts'
import type { OverdueTab } from './overdue-search.ts'

type MetricsStripProps = {
  search: ListSearch
  onSearchChange: OnListSearch
  tab: OverdueTab
  list: OperationList | undefined
}

type FigureProps = { pressed: boolean; onClick: () => void; head: ReactNode; count: number | undefined; note?: string }

/** A count that sets a filter when pressed and removes it when pressed again. */
const Figure = ({ pressed, onClick, head, count, note }: FigureProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onClick}
    className={classNames(
      'flex min-w-29 shrink-0 flex-col items-start justify-center border-line-2 border-r px-5 max-md:min-w-20 max-md:px-4',
      pressed ? 'bg-primary-tint' : 'hover:bg-hover',
    )}
  >
    <span className="flex items-center gap-1.5 whitespace-nowrap text-label">{head}</span>
    <span className="whitespace-nowrap text-ink-3 text-label tabular-nums">
      <b className="text-ink text-lead">{count === undefined ? '–' : formatNumber(count)}</b>{' '}
      {note && <span className="max-md:hidden">{note}</span>}
    </span>
  </button>
)

const SeverityHead = ({ severity }: { severity: Severity }) => {
  const { Icon, word, tone } = severityLooks[severity]
  return (
    <span className={`flex items-center gap-1.5 ${toneText[tone]}`}>
      <Icon className="size-3.5" />
      {word}
    </span>
  )
}

/** Counts by severity and of blocked, new, recovered and snoozed operations. Each count is a filter. */
export function MetricsStrip({ search, onSearchChange, tab, list }: MetricsStripProps) {
  const toggle = (change: Partial<OperationFilter>, isOn: boolean) =>
    onSearchChange(
      isOn ? (Object.fromEntries(Object.keys(change).map((key) => [key, undefined])) as typeof change) : change,
    )
  const figure = (
    head: string,
    count: number | undefined,
    change: Partial<OperationFilter>,
    isOn: boolean,
    note?: string,
  ) => <Figure key={head} head={head} count={count} note={note} pressed={isOn} onClick={() => toggle(change, isOn)} />
  return (
    <section
      aria-label="Metrics"
      className="flex h-14 shrink-0 overflow-x-auto border-line-2 border-b bg-surface [scrollbar-width:none]"
    >
      {tab === 'overdue' &&
        severities.map((severity) => {
          const isOn = search.severities?.length === 1 && search.severities[0] === severity
          return (
            <Figure
              key={severity}
              head={<SeverityHead severity={severity} />}
              count={list?.metrics.severities[severity]}
              note={severityLooks[severity].days}
              pressed={isOn}
              onClick={() => toggle({ severities: [severity] }, isOn)}
            />
          )
        })}
      {figure('Blocked', list?.metrics.blocked, { flagged: ['blocked'] }, search.flagged?.includes('blocked') ?? false)}
      {tab === 'overdue' && (
        <>
          {figure('New since yesterday', list?.newSinceYesterday, { trend: 'new' }, search.trend === 'new')}
          {figure('Recovered', list?.recovered, { trend: 'recovered' }, search.trend === 'recovered')}
        </>
      )}
      {figure('Snoozed', list?.snoozed, { snoozed: 'only' }, search.snoozed === 'only')}
      <span className="flex shrink-0 flex-col justify-center px-5 text-label">
        <span className="whitespace-nowrap text-ink-3">{tab === 'overdue' ? 'Average overdue' : 'Hours left'}</span>
        <span className="whitespace-nowrap tabular-nums">
          <b className="text-lead">
            {!list
              ? '–'
              : tab === 'overdue'
                ? formatDays(list.metrics.averageDaysOverdue)
                : `${formatNumber(Math.round(list.metrics.hoursLeft))} h`}
          </b>
        </span>
      </span>
    </section>
  )
}
