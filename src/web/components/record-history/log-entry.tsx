import { Link } from '@tanstack/react-router'
import type { HistoryEntry } from '#contract/history.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { type HistoryReader, runWords, sourceWords } from './change-words.ts'
import { logAction, logChanges, logSubject, operationSubject } from './log-words.ts'
import { UndoButton } from './undo-button.tsx'

const shownChanges = 6
const subjectClass = 'rounded-inner text-primary-text underline decoration-1 underline-offset-2'

const Subject = ({ entry }: { entry: HistoryEntry }) => {
  const { projectId, entity, entityId, action } = entry
  if (!projectId || action === 'delete') return <b className="font-semibold">{logSubject(entry)}</b>
  return entity === 'operation' || entity === 'operationSnooze' ? (
    <Link
      to="/projects/$projectId/operations/$operationId"
      params={{ projectId, operationId: entityId }}
      className={subjectClass}
    >
      {operationSubject(entry)}
    </Link>
  ) : (
    <Link to="/projects/$projectId" params={{ projectId }} className={subjectClass}>
      {logSubject(entry)}
    </Link>
  )
}

/** One line of the log: time, person, record, source, each changed field, and the Undo button. */
export function LogEntry({ entry, reader, undo }: { entry: HistoryEntry; reader: HistoryReader; undo: boolean }) {
  const all = logChanges(entry, reader)
  const changes = all.slice(0, shownChanges)
  return (
    <li className="grid grid-cols-[168px_160px_minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-line px-5 py-2 not-first:border-t max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4">
      <time dateTime={entry.at} className="text-ink-2 tabular-nums">
        {formatShortDateTime(entry.at, reader.dates)}
      </time>
      <span className="truncate max-md:text-right">{entry.userName}</span>
      <div className="min-w-0">
        <p className="break-words">
          {runWords(entry) ?? (
            <>
              {logAction(entry)} <Subject entry={entry} />{' '}
              <span className="text-ink-3">{sourceWords[entry.source]}</span>
            </>
          )}
        </p>
        <ul className="text-ink-3 text-label">
          {changes.map(({ label, from, to }) => (
            <li key={label} className="break-words">
              {label}: {from} → <span className="text-ink-2">{to}</span>
            </li>
          ))}
          {all.length > shownChanges && <li>and {all.length - shownChanges} more</li>}
        </ul>
      </div>
      <div className="flex h-7 items-center justify-end">{undo && <UndoButton entry={entry} />}</div>
    </li>
  )
}
