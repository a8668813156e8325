import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '#web/api/operations/operations.queries.ts'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { outlookFacts } from './outlook-facts.ts'

type OperationDatesProps = { projectId: string; operationId: string; dates: DateSettings; nowMs: number }

/** Planned, forecast and need-by dates of an operation. */
export function OperationDates({ projectId, operationId, dates, nowMs }: OperationDatesProps) {
  const { data } = useQuery(operationQuery(projectId, operationId))
  const moment = (instant: string) => formatShortDateTime(instant, dates, nowMs)
  const day = (end: string) => formatShipDate(dayOfEnd(end), dates, nowMs)
  const facts = data ? outlookFacts(data, moment, day) : []
  if (facts.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 border-line border-t px-4 py-2 text-label tabular-nums">
      {facts.map(({ label, value, className }) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className={`text-right ${className ?? ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
