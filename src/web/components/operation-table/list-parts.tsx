import { ListChecks } from 'lucide-react'
import { memo, type ReactNode, Suspense } from 'react'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { ListFooter, Total } from '#web/components/data-list/list-footer.tsx'
import { NothingMatches } from '#web/components/data-list/nothing-matches.tsx'
import { lazyPart } from '#web/components/lazy-part.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { OperationsBulkBar } from './bulk-bar.tsx'
import type { OperationList } from './use-operation-list.ts'

/** Loaded when the first action is used. */
const ActionDialogs = lazyPart(() => import('./dialogs/action-dialogs.tsx').then(({ ActionDialogs }) => ActionDialogs))

/** The parts that float over a list: the bulk bar, the open dialog, the list of failures. */
export function ListOverlays({ list }: { list: OperationList }) {
  const { actions } = list
  return (
    <>
      <OperationsBulkBar list={list} />
      <Suspense>{(actions.dialog || actions.failed) && <ActionDialogs actions={actions} />}</Suspense>
    </>
  )
}

const keys = [
  ['J K', 'move'],
  ['X', 'select'],
  ['G', 'group'],
  ['R', 'reschedule'],
  ['Enter', 'open'],
] as const

/** Totals of the matching operations. */
export const ListTotals = memo(({ total, projects, hoursLeft }: Record<'total' | 'projects' | 'hoursLeft', number>) => (
  <ListFooter keys={keys}>
    <Total count={total} one="operation" />
    <Total count={projects} one="project" />
    <span>
      <b className="text-ink">{formatNumber(Math.round(hoursLeft))}</b> h left in house
    </span>
  </ListFooter>
))

type ListStatesProps = {
  list: OperationList
  /** True if filters are active, so that an empty list may have rows without them. */
  filtered: boolean
  onClear: () => void
  /** True if the list is shown as cards. */
  cards?: boolean
  /** Shown when there are no operations at all. */
  empty: ReactNode
  children: ReactNode
}

/** The list, or its loading, failed, empty or no-match state. */
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
    <NothingMatches title="No operation matches" onClear={onClear}>
      Try other words or fewer filters.
    </NothingMatches>
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

type NoOperationsProps = { title?: string | undefined; children: ReactNode; action?: ReactNode }

/** Shown when there are no operations to list. */
export const NoOperations = ({ title = 'No operations yet', children, action }: NoOperationsProps) => (
  <EmptyState className="grow" icon={<ListChecks />} title={title} action={action}>
    {children}
  </EmptyState>
)
