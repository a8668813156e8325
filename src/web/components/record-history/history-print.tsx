import type { HistoryEntry } from '#contract/history.ts'
import type { ListColumn } from '#web/components/data-list/list-table.ts'
import { ListPrint } from '#web/components/print/list-print.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { type HistoryReader, runWords, sourceWords } from './change-words.ts'
import { logAction, logChanges, logSubject } from './log-words.ts'

const columns: readonly ListColumn<HistoryEntry, HistoryReader>[] = [
  {
    id: 'when',
    header: 'When',
    meta: {
      plain: ({ at }, { dates }) => ({ className: 'whitespace-nowrap', children: formatShortDateTime(at, dates) }),
    },
  },
  { id: 'who', header: 'Who', meta: { plain: ({ userName }) => userName } },
  {
    id: 'what',
    header: 'What',
    meta: { plain: (entry) => runWords(entry) ?? `${logAction(entry)} ${logSubject(entry)}` },
  },
  {
    id: 'changes',
    header: 'Changes',
    meta: {
      plain: (entry, reader) => (
        <ul>
          {logChanges(entry, reader).map(({ label, from, to }) => (
            <li key={label}>
              {label}: {from} → {to}
            </li>
          ))}
        </ul>
      ),
    },
  },
  { id: 'source', header: 'Source', meta: { plain: ({ source }) => sourceWords[source] } },
]

const idOf = ({ historyId }: HistoryEntry) => historyId

export type HistoryPrintProps = {
  title: string
  filters: readonly string[]
  reader: HistoryReader
  pages: (signal: AbortSignal) => AsyncIterable<readonly HistoryEntry[]>
}

/** Prints the matching entries, including those that are not loaded yet. */
export const HistoryPrint = ({ title, filters, reader, pages }: HistoryPrintProps) => (
  <ListPrint
    title={title}
    filters={filters}
    columns={columns}
    one="entry"
    many="entries"
    rows={{ idOf, pages }}
    scene={reader}
  />
)
