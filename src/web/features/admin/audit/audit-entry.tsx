import { Link } from '@tanstack/react-router'
import type { HistoryEntry } from '#contract/history.ts'
import { doorWords, type HistoryReader } from '#web/components/record-history/change-words.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { auditAction, auditChange, auditSubject } from './audit-words.ts'

const shownChanges = 6

/** One line of the log: when, who, what, through which door, field by field. */
export function AuditEntry({ entry, reader }: { entry: HistoryEntry; reader: HistoryReader }) {
  const changes = entry.changes.slice(0, shownChanges).map((change) => auditChange(change, reader))
  const isOpenable = entry.projectId !== null && !(entry.entity === 'project' && entry.action === 'delete')
  return (
    <li className="grid grid-cols-[168px_160px_minmax(0,1fr)] gap-x-4 gap-y-0.5 border-line px-5 py-2 not-first:border-t max-md:grid-cols-1 max-md:px-4">
      <time dateTime={entry.at} className="text-ink-2 tabular-nums">
        {formatDateTime(entry.at, reader.dates)}
      </time>
      <span className="truncate">{entry.userName}</span>
      <div className="min-w-0">
        <p className="break-words">
          {auditAction(entry)}{' '}
          {isOpenable && entry.projectId ? (
            <Link
              to="/projects/$projectId"
              params={{ projectId: entry.projectId }}
              className="rounded-inner text-primary-text hover:underline"
            >
              {auditSubject(entry)}
            </Link>
          ) : (
            <b className="font-semibold">{auditSubject(entry)}</b>
          )}{' '}
          <span className="text-ink-3">{doorWords[entry.door]}</span>
        </p>
        <ul className="text-ink-3 text-label">
          {changes.map(({ label, from, to }) => (
            <li key={label} className="break-words">
              {label}: {from} → <span className="text-ink-2">{to}</span>
            </li>
          ))}
          {entry.changes.length > shownChanges && <li>and {entry.changes.length - shownChanges} more</li>}
        </ul>
      </div>
    </li>
  )
}
