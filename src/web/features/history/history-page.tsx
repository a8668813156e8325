import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useCallback } from 'react'
import { historyFileHref, historyQuery } from '#web/api/history.queries.ts'
import { HistoryLog } from '#web/components/record-history/history-log.tsx'
import { type LogSearch, logFilterOf, noLogFilter } from '#web/components/record-history/log-filter.ts'
import { LogFilterBar } from '#web/components/record-history/log-filter-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

type RawSearch = Record<string, unknown>

const names = ['text', 'person', 'entity', 'source', 'action', 'project', 'record', 'from', 'to'] as const

const searchOf = (raw: RawSearch): LogSearch =>
  Object.fromEntries(names.flatMap((name) => (raw[name] === undefined ? [] : [[name, String(raw[name])]])))

/** The history of the organization: author, old and new value and source of each change, with undo. */
export function HistoryPage({
  search: raw,
  onSearch: store,
}: {
  search: RawSearch
  onSearch: (next: RawSearch) => void
}) {
  const search = searchOf(raw)
  const filter = logFilterOf(search)
  const query = useInfiniteQuery(historyQuery(filter))
  const address = JSON.stringify(search)
  const onSearch = useCallback(
    (change: Partial<LogSearch>) => {
      const next = { ...(JSON.parse(address) as LogSearch), ...change }
      store(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)))
    },
    [store, address],
  )
  const one = filter.entityId ? 'one record' : filter.projectId ? 'one project' : null
  return (
    <div className="flex min-h-0 grow flex-col">
      <PageHead
        title="History"
        meta={
          one && (
            <>
              of {one}
              <Button
                size="small"
                variant="ghost"
                icon={<X />}
                onClick={() => onSearch({ project: undefined, record: undefined })}
              >
                Show everything
              </Button>
            </>
          )
        }
      />
      <LogFilterBar {...{ search, onSearch }} searchable fileHref={historyFileHref(filter)} />
      <div className="min-h-0 grow border-line-2 border-t bg-surface">
        <HistoryLog
          label="History"
          query={query}
          isFiltered={Object.values(filter).some(Boolean)}
          onClear={() => onSearch(noLogFilter)}
        />
      </div>
    </div>
  )
}
