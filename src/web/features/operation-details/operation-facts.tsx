import type { ReactNode } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { listedFields, operationFields } from '#domain/operations/fields.ts'
import { ProgressButton } from '#web/components/operation-form/progress-button.tsx'
import { OperationMark } from '#web/components/operation-marks/operation-mark.tsx'
import { outlookFacts } from '#web/components/operation-marks/outlook-facts.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatDuration } from '#web/lib/format-hours.ts'

type OperationFactsProps = {
  operation: Operation
  category: Category | undefined
  pool: Category | undefined
  change: (operation: Operation, fields: OperationInput, done: string) => void
  dates: DateSettings
  nowMs: number
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-2 text-label">{label}</dt>
    <dd className="flex min-h-6 items-center whitespace-nowrap text-field tabular-nums">{children}</dd>
  </div>
)

/** The details of the operation in one line. */
export function OperationFacts({ operation, category, pool, change, dates, nowMs }: OperationFactsProps) {
  const { actualStartDate, actualEndDate, scheduledStartDate, scheduledEndDate, durationHours } = operation
  const left = durationHours * (1 - Math.min(100, operation.progressPercentage) / 100)
  const outside = category !== undefined && isOutside(category)
  const date = (instant: string | null) => (instant ? formatShortDateTime(instant, dates, nowMs) : 'Not scheduled')
  const facts = outlookFacts(operation, date, (end) => formatShipDate(dayOfEnd(end), dates, nowMs))
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-line-2 border-y bg-surface px-5 py-2 max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:px-4">
      <Fact label="State">
        <OperationMark operation={operation} />
      </Fact>
      <Fact label="Work center">
        {category ? <WorkCenterMark color={category.color}>{category.name}</WorkCenterMark> : 'None'}
      </Fact>
      {listedFields.map(
        (name) =>
          operation[name] && (
            <Fact key={name} label={operationFields[name].title}>
              <span className="wrap-anywhere whitespace-normal">{operation[name]}</span>
            </Fact>
          ),
      )}
      {pool && (
        <Fact label="Also needs">
          <WorkCenterMark color={pool.color}>{pool.name}</WorkCenterMark>
        </Fact>
      )}
      <Fact label="Progress">
        <ProgressButton operation={operation} outside={outside} change={change} />
      </Fact>
      <Fact label="Duration">
        {formatDuration(durationHours, outside)}
        <span className="ml-1 text-ink-3">{formatDuration(left, outside)} left</span>
      </Fact>
      <Fact label={actualStartDate ? 'Started' : 'Scheduled start'}>{date(actualStartDate ?? scheduledStartDate)}</Fact>
      {facts.length === 0 && (
        <Fact label={actualEndDate ? 'Ended' : 'Scheduled end'}>{date(actualEndDate ?? scheduledEndDate)}</Fact>
      )}
      {facts.map(({ label, value, className }) => (
        <Fact key={label} label={label}>
          <span className={className}>{value}</span>
        </Fact>
      ))}
      <Fact label="Dates">{operation.pinned ? 'Pinned' : 'Set by the scheduler'}</Fact>
    </dl>
  )
}
