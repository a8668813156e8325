import type { HistoryEntry } from '#contract/history.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { actionWords, changeWords, type HistoryReader, runWords, sourceWords } from './change-words.ts'
import { opensItsSet, UndoButton } from './undo-button.tsx'

const Entry = ({ entry, reader, undo }: { entry: HistoryEntry; reader: HistoryReader; undo: boolean }) => {
  const isRun = runWords(entry) !== null
  const changes = entry.action === 'update' && !isRun ? changeWords(entry, reader) : []
  return (
    <li className="flex gap-3 border-line px-5 py-2.5 not-first:border-t max-md:px-4">
      <Avatar name={entry.userName} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b>{entry.userName}</b>
          <span className="min-w-0 break-words">{actionWords(entry, reader.names)}</span>
          {!isRun && <span className="text-ink-3 text-label">{sourceWords[entry.source]}</span>}
          <time dateTime={entry.at} className="text-ink-3 text-label tabular-nums md:ml-auto">
            {formatShortDateTime(entry.at, reader.dates, reader.nowMs)}
          </time>
        </p>
        {changes.length > 0 && (
          <dl className="mt-0.5 grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-3 text-ink-2">
            {changes.map(({ field, from, to }) => (
              <div key={field} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-ink-3">{field}</dt>
                <dd className="min-w-0 break-words tabular-nums">
                  {from} <span aria-hidden="true">→</span>
                  <span className="sr-only">to</span> <span className="text-ink">{to}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {undo && <UndoButton entry={entry} />}
    </li>
  )
}

/** The entries of history: who changed which fields, when, and from which source; newest first. */
export const HistoryList = ({ entries, reader }: { entries: readonly HistoryEntry[]; reader: HistoryReader }) => (
  <ol aria-label="Changes, newest first">
    {entries.map((entry, index) => (
      <Entry key={entry.historyId} entry={entry} reader={reader} undo={opensItsSet(entries, index)} />
    ))}
  </ol>
)
