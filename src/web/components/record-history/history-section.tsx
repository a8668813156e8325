import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, History } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { historyFileHref, historyPages, historyQuery } from '#web/api/history/history.queries.ts'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { HistoryList } from './history-list.tsx'
import { HistoryPrint } from './history-print.tsx'

type HistorySectionProps = {
  /** The name of the project or operation on paper: '#1042 Frame'. */
  of: string
  projectId: string
  operations: readonly Operation[]
  categories: readonly Category[]
  /** Limits the history to this operation. */
  operationId?: string
}

/** The changes of a project, or of one of its operations, with their own loading, empty and error states. */
export function HistorySection({ of, projectId, operations, categories, operationId }: HistorySectionProps) {
  const filter = operationId ? { projectId, entityId: operationId } : { projectId }
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    historyQuery(filter),
  )
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const names = useMemo(
    () =>
      new Map([
        ...operations.map((operation) => [operation.operationId, operation.name] as const),
        ...categories.map(({ categoryId, name }) => [categoryId, name] as const),
      ]),
    [operations, categories],
  )
  if (!data && error) {
    return (
      <ErrorPanel
        message={errorSentence(error)}
        requestId={(isApiError(error) && error.requestId) || undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <SkeletonRows columns="28px 1fr 160px" rows={6} label="Loading history" />
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) {
    return (
      <EmptyState icon={<History />} title="No changes yet">
        Every change is recorded here: who, what, old and new value.
      </EmptyState>
    )
  }
  const title = `History of ${of}`
  const reader = { dates, nowMs, names }
  return (
    <>
      <HistoryList entries={entries} reader={reader} />
      <HistoryPrint title={title} reader={reader} filters={[]} pages={historyPages(filter)} />
      <p className="flex flex-wrap items-center gap-2 border-line border-t px-5 py-2 max-md:px-4">
        {hasNextPage && (
          <Button size="small" busy={isFetchingNextPage} busyLabel="Loading…" onClick={() => void fetchNextPage()}>
            Show older changes
          </Button>
        )}
        <Link
          to="/history"
          search={{ project: projectId, ...(operationId && { record: operationId }) }}
          className={buttonClasses({ size: 'small', variant: 'ghost' })}
        >
          Open in History
        </Link>
        <a className={buttonClasses({ size: 'small', variant: 'ghost' })} href={historyFileHref(filter)} download>
          <Download className="size-3.5" /> Export CSV
        </a>
        <PrintMenu size="small" title={title} />
      </p>
    </>
  )
}
