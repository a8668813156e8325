import { Inbox, ListChecks } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { formatTime } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { StaleStrip } from '#web/ui/stale-strip.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useTableScene } from './table-scene.ts'
import type { OperationList } from './use-operation-list.ts'

/** Only loaded when the first action is asked for. */
const ActionDialogs = lazy(() =>
  import('./dialogs/action-dialogs.tsx').then((module) => ({ default: module.ActionDialogs })),
)

/** What floats over a list: the bulk bar, the open dialog, what could not be done. */
export function ListOverlays({ list }: { list: OperationList }) {
  const { actions } = list
  return (
    <>
      <BulkBar list={list} />
      <Suspense>{(actions.dialog || actions.failed) && <ActionDialogs actions={actions} />}</Suspense>
    </>
  )
}

/** Old rows stay in sight when they cannot be read again, and say from when they are. */
export function StaleList({ list }: { list: OperationList }) {
  const { dates } = useTableScene()
  const answer = list.data.list
  if (!answer.isRefetchError) return null
  return (
    <StaleStrip busy={answer.isFetching} onRetry={list.data.retry}>
      The list could not be refreshed. Showing it as of {formatTime(answer.dataUpdatedAt, dates)}.
    </StaleStrip>
  )
}

type ListStatesProps = {
  list: OperationList
  /** Filters are set: nothing may match although there is something. */
  filtered: boolean
  onClear: () => void
  /** It comes as cards. */
  cards?: boolean
  /** Shown where there is nothing at all. */
  empty: ReactNode
  children: ReactNode
}

/** Loading, failed, empty, nothing found, or the list. */
export function ListStates({ list, filtered, onClear, cards = false, empty, children }: ListStatesProps) {
  const { isReady, error, retry, total } = list.data
  if (!isReady && error) {
    return (
      <ErrorPanel
        className="grow"
        message={errorSentence(error)}
        requestId={(isApiError(error) && error.requestId) || undefined}
        busy={list.data.list.isFetching}
        onRetry={retry}
      />
    )
  }
  if (!isReady && cards) return <SkeletonCards />
  if (!isReady) {
    return (
      <SkeletonRows
        columns="16px minmax(9rem,2fr) 110px 92px 70px 134px 1fr"
        rows={20}
        label="Loading operations"
        className="min-h-0 grow overflow-hidden bg-surface"
      />
    )
  }
  if (total > 0) return children
  if (!filtered) return empty
  return (
    <EmptyState
      className="grow"
      icon={<Inbox />}
      title="No operation matches"
      action={
        <Button variant="primary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Try other words or fewer filters.
    </EmptyState>
  )
}

const skeletonCards = Array.from({ length: 12 }, (_, index) => `card-${index}`)

const SkeletonCards = () => (
  <div
    role="status"
    aria-label="Loading operations"
    className="grid min-h-0 grow auto-rows-min grid-cols-4 gap-3 overflow-hidden bg-canvas px-5 py-3 max-lg:grid-cols-2 max-md:grid-cols-1 max-md:px-4"
  >
    {skeletonCards.map((card) => (
      <div key={card} className="flex h-36 flex-col gap-3 rounded border border-line-2 bg-surface p-3">
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    ))}
  </div>
)

/** The organisation has no operations at all. */
export const NoOperations = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <EmptyState className="grow" icon={<ListChecks />} title="No operations yet" action={action}>
    {children}
  </EmptyState>
)
