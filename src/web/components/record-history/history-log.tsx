import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import type { z } from 'zod/mini'
import type { HistoryPage } from '#contract/history.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { CategoriesProblem } from '#web/components/loaded/categories-problem.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useCenterNames } from '#web/components/work-centers/use-center-names.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { HistoryReader } from './change-words.ts'
import { HistoryPrint, type HistoryPrintProps } from './history-print.tsx'
import { LogEntry } from './log-entry.tsx'
import { opensItsSet } from './undo-button.tsx'

const useReader = (): HistoryReader => {
  const dates = useDateSettings()
  const names = useCenterNames()
  return useMemo(
    () => ({
      dates,
      nowMs: Date.now(),
      names,
      unknown: 'another',
    }),
    [dates, names],
  )
}

type HistoryLogProps = {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<z.infer<typeof HistoryPage>>>
  isFiltered: boolean
  onClear: () => void
  printed: Pick<HistoryPrintProps, 'filters' | 'pages'>
}

/** A paged log with its own loading, empty and error states, and an Undo button for each change set. */
export function HistoryLog({ label, query, isFiltered, onClear, printed }: HistoryLogProps) {
  const reader = useReader()
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  if (query.isPending) return <SkeletonRows columns="168px 160px 1fr" rows={10} label={`Loading the ${label}`} />
  if (query.isError && entries.length === 0) {
    const requestId = (isApiError(query.error) && query.error.requestId) || undefined
    return (
      <ErrorPanel message={errorSentence(query.error)} requestId={requestId} onRetry={() => void query.refetch()} />
    )
  }
  if (entries.length === 0) {
    return (
      <EmptyState
        role="status"
        icon={<History />}
        title={isFiltered ? 'Nothing matches' : 'No activity yet'}
        action={
          query.hasNextPage ? (
            <Button busy={query.isFetchingNextPage} busyLabel="Searching…" onClick={() => void query.fetchNextPage()}>
              Search older entries
            </Button>
          ) : (
            isFiltered && <Button onClick={onClear}>Clear filters</Button>
          )
        }
      />
    )
  }
  return (
    <>
      <CategoriesProblem />
      <ul aria-label={label}>
        {entries.map((entry, index) => (
          <LogEntry key={entry.historyId} entry={entry} reader={reader} undo={opensItsSet(entries, index)} />
        ))}
      </ul>
      <HistoryPrint {...printed} reader={reader} title={label} />
      {query.hasNextPage && (
        <div className="flex justify-center border-line border-t p-3">
          <Button busy={query.isFetchingNextPage} busyLabel="Loading…" onClick={() => void query.fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
    </>
  )
}
