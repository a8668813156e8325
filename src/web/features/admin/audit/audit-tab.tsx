import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { auditQuery } from '#web/api/admin.queries.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import type { HistoryReader } from '#web/components/record-history/change-words.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { AdminSearch, OnAdminSearch } from '../admin-search.ts'
import { AuditEntry } from './audit-entry.tsx'
import { auditFilterOf, noAuditFilter } from './audit-filter.ts'
import { AuditFilterBar } from './audit-filter-bar.tsx'

const useReader = (): HistoryReader => {
  const dates = useDateSettings()
  const { data } = useQuery(categoriesQuery())
  return useMemo(
    () => ({
      dates,
      nowMs: Date.now(),
      names: new Map((data ?? []).map(({ categoryId, name }) => [categoryId, name])),
    }),
    [dates, data],
  )
}

/** Everything that was done in the organisation, newest first. */
export function AuditTab({ search, onSearchChange }: { search: AdminSearch; onSearchChange: OnAdminSearch }) {
  const filter = auditFilterOf(search)
  const query = useInfiniteQuery(auditQuery(filter))
  const reader = useReader()
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const isFiltered = Object.values(filter).some(Boolean)
  const list = () => {
    if (query.isPending) return <SkeletonRows columns="168px 160px 1fr" rows={10} label="Loading the audit log" />
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
          title={isFiltered ? 'Nothing matches' : 'Nothing has been done yet'}
          action={isFiltered && <Button onClick={() => onSearchChange(noAuditFilter)}>Clear filters</Button>}
        />
      )
    }
    return (
      <>
        <ul aria-label="Audit log">
          {entries.map((entry) => (
            <AuditEntry key={entry.historyId} entry={entry} reader={reader} />
          ))}
        </ul>
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
  return (
    <>
      <AuditFilterBar search={search} onSearchChange={onSearchChange} />
      <div className="min-h-0 grow overflow-auto border-line-2 border-t bg-surface">{list()}</div>
    </>
  )
}
