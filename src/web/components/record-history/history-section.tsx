import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { projectHistoryQuery } from '#web/api/projects.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { HistoryList } from './history-list.tsx'

type HistorySectionProps = {
  projectId: string
  operations: readonly Operation[]
  categories: readonly Category[]
  /** Only what concerns this operation. */
  operationId?: string
}

/** The changes of a project, or of one of its operations, with their own loading, empty and error states. */
export function HistorySection({ projectId, operations, categories, operationId }: HistorySectionProps) {
  const { data, error, refetch, isFetching } = useQuery(projectHistoryQuery(projectId))
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
  const entries = operationId ? data.filter(({ entityId }) => entityId === operationId) : data
  if (entries.length === 0) {
    return (
      <EmptyState icon={<History />} title="No changes yet">
        Every change is kept here: who, what, from what to what.
      </EmptyState>
    )
  }
  return (
    <>
      <HistoryList entries={entries} reader={{ dates, nowMs, names }} />
      {data.length >= 200 && <p className="px-5 py-2 text-ink-3 text-label">The newest 200 changes.</p>}
    </>
  )
}
