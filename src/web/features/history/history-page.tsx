import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { historyFileHref, historyPages, historyQuery } from '#web/api/history/history.queries.ts'
import { HistoryLog } from '#web/components/record-history/history-log.tsx'
import { logFilterOf, noLogFilter } from '#web/components/record-history/log-filter.ts'
import { LogFilterBar, useLogFilterWords } from '#web/components/record-history/log-filter-bar.tsx'
import type { LogSearch, OnLogSearch } from '#web/components/record-history/log-search.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** The history of the organization: author, old and new value and source of each change, with undo. */
export function HistoryPage({ search, onSearch }: { search: LogSearch; onSearch: OnLogSearch }) {
  const filter = logFilterOf(search)
  const query = useInfiniteQuery(historyQuery(filter))
  const filters = useLogFilterWords(filter)
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
      <LogFilterBar search={search} onSearch={onSearch} searchable fileHref={historyFileHref(filter)} />
      <div className="min-h-0 grow border-line-2 border-t bg-surface">
        <HistoryLog
          label="History"
          query={query}
          isFiltered={Object.values(filter).some(Boolean)}
          onClear={() => onSearch(noLogFilter)}
          printed={{ filters: [...(one ? [`Only ${one}`] : []), ...filters], pages: historyPages(filter) }}
        />
      </div>
    </div>
  )
}
