import { Link } from '@tanstack/react-router'
import type { Operation } from '#contract/operations.ts'
import { OperationMark } from '#web/components/operation-marks/operation-mark.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'

type LinkedOperationsProps = {
  linked: readonly Operation[]
  /** How far the earlier operation must be done, and the lag after it; null if it must have finished. */
  waitOf: (other: Operation) => string | null
  /** The text for an empty list. */
  none: string
  dates: DateSettings
  nowMs: number
  /** Which date of the linked operation is shown. */
  shows: 'start' | 'end'
}

/** Predecessors or successors of an operation; each opens its page. */
export function LinkedOperations({ linked, waitOf, none, dates, nowMs, shows }: LinkedOperationsProps) {
  if (linked.length === 0) return <p className="px-3 py-2 text-ink-3">{none}</p>
  return (
    <ul>
      {linked.map((other) => (
        <li key={other.operationId} className="border-line not-first:border-t">
          <Link
            to="/projects/$projectId/operations/$operationId"
            params={{ projectId: other.projectId, operationId: other.operationId }}
            className="flex min-h-row items-center gap-3 px-3 py-1 hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="w-7 shrink-0 text-right text-ink-3 tabular-nums">{other.sequence}</span>
            <span className="min-w-0 grow truncate max-sm:whitespace-normal">
              {other.name}
              {waitOf(other) && <span className="text-ink-3"> {waitOf(other)}</span>}
            </span>
            <OperationMark operation={other} />
            <span className="w-48 shrink-0 whitespace-nowrap text-right text-ink-2 tabular-nums max-sm:hidden">
              {shows === 'end' ? 'ends' : 'starts'}{' '}
              {formatShortDateTime(
                shows === 'end' ? (other.endDate ?? other.scheduledEndDate) : other.startDate,
                dates,
                nowMs,
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
