import type { ReactNode } from 'react'
import type { Delivery, LateCauses } from '#contract/analytics.ts'
import { formatCount, formatDays, formatNumber, formatPercent } from '#web/lib/format-number.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { percentOf } from './figures/delivery-tables.ts'

const Figure = ({ label, value, children }: { label: string; value: string; children?: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1 border-line-2 px-4 py-3 max-md:border-t max-md:first:border-t-0 md:not-first:border-l">
    <dt className="text-ink-2">{label}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-2">
      <b className="text-figure tabular-nums">{value}</b>
      <span className="text-label">{children}</span>
    </dd>
  </div>
)

/** The change of a metric from the previous period of equal length, marked as better or worse. */
const Change = ({
  now,
  before,
  better,
  unit,
}: {
  now: number | null
  before: number | null
  better: 'more' | 'less'
  unit: string
}) => {
  if (now === null || before === null) return <span className="text-ink-3">no earlier data</span>
  const difference = Math.round((now - before) * 10) / 10
  if (difference === 0) return <span className="text-ink-3">as before</span>
  const word = difference > 0 ? 'more' : 'less'
  return (
    <Mark kind={word === better ? 'onTime' : 'projectedLate'}>
      {formatNumber(Math.abs(difference))} {unit} {word} than before
    </Mark>
  )
}

const grid = 'grid grid-cols-5 rounded border border-line-2 bg-surface max-lg:grid-cols-3 max-md:grid-cols-1'
const labels = [
  'Shipped on time',
  'Median lateness when late',
  'Projects shipped',
  'Median lead time',
  'Late now',
] as const

/** The layout of the five metrics while they load. */
export const KeyFiguresSkeleton = () => (
  <div role="status" aria-label="Loading metrics">
    <dl className={grid}>
      {labels.map((label) => (
        <Figure key={label} label={label} value="&nbsp;">
          <Skeleton className="h-3 w-40" />
        </Figure>
      ))}
    </dl>
  </div>
)

const days = (value: number | null) => (value === null ? '—' : formatDays(value))

/** The five metrics at the top. */
export const KeyFigures = ({
  delivery,
  causes,
  months,
}: {
  delivery: Delivery
  causes: LateCauses | undefined
  /** The length of the range in months. */
  months: number
}) => {
  const { before } = delivery
  const rate = percentOf(delivery.onTime, delivery.shipped)
  return (
    <dl className={grid}>
      <Figure label={labels[0]} value={formatPercent(rate)}>
        <Change now={rate} before={percentOf(before.onTime, before.shipped)} better="more" unit="points" />
      </Figure>
      <Figure label={labels[1]} value={days(delivery.medianLateDays)}>
        <Change now={delivery.medianLateDays} before={before.medianLateDays} better="less" unit="d" />
      </Figure>
      <Figure label={labels[2]} value={formatNumber(delivery.shipped)}>
        <span className="text-ink-3">
          {formatNumber(before.shipped)} in the {months} months before
        </span>
      </Figure>
      <Figure label={labels[3]} value={days(delivery.medianLeadDays)}>
        <Change now={delivery.medianLeadDays} before={before.medianLeadDays} better="less" unit="d" />
      </Figure>
      <Figure label={labels[4]} value={causes ? formatNumber(causes.lateDays) : '—'}>
        <span className="text-ink-3">{causes && `project-days, ${formatCount(causes.lateProjects, 'project')}`}</span>
      </Figure>
    </dl>
  )
}
