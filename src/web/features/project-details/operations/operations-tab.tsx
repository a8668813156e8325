import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListPlus, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { reorderOperationsMutation } from '#web/api/operations.mutations.ts'
import { OperationConflictDialog } from '#web/components/operation-form/operation-conflict-dialog.tsx'
import { RemoveOperationDialog } from '#web/components/operation-form/remove-operation-dialog.tsx'
import { useOperationChange } from '#web/components/operation-form/use-operation-change.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { movedBy, placedAt } from './new-order.ts'
import { OperationsList } from './operations-list.tsx'
import { OperationsTable } from './operations-table.tsx'
import { SortArea } from './sort-area.tsx'
import { SumRow, sumWords } from './sum-row.tsx'

const mostAtOnce = 200

type OperationsTabProps = {
  project: Project
  operations: readonly Operation[]
  categories: readonly Category[]
  /** Only operations of these work centres; undefined = all. */
  centers: readonly string[] | undefined
  dates: DateSettings
  nowMs: number
  marked: string | null
  onMark: (operationId: string | null) => void
  onEdit: (edit: string) => void
  onShowAll: () => void
}

/** The operations of the project and everything that can be done with them. */
export function OperationsTab(props: OperationsTabProps) {
  const { project, operations, categories, centers, onEdit, onShowAll, ...view } = props
  const narrow = useNarrow(768)
  const changing = useOperationChange()
  const reorder = useMutation(reorderOperationsMutation(useQueryClient()))
  const [removing, setRemoving] = useState<Operation | null>(null)
  const [most, setMost] = useState(mostAtOnce)
  const byId = useMemo(() => new Map(categories.map((category) => [category.categoryId, category])), [categories])

  // While a new order is on its way, it is already shown.
  const wanted = reorder.isPending ? reorder.variables.operationIds : null
  const ordered = wanted
    ? operations.toSorted((a, b) => wanted.indexOf(a.operationId) - wanted.indexOf(b.operationId))
    : operations
  const ids = ordered.map(({ operationId }) => operationId)
  const matching = centers ? ordered.filter(({ categoryId }) => centers.includes(categoryId ?? '')) : ordered
  const shown = matching.slice(0, most)
  const save = (operationIds: string[], id: string) => {
    const name = operations.find(({ operationId }) => operationId === id)?.name
    reorder.mutate(
      { projectId: project.projectId, operationIds, expectedOperationIds: operations.map((one) => one.operationId) },
      { onSuccess: () => announce(`${name} is now at position ${operationIds.indexOf(id) + 1} of ${ids.length}`) },
    )
  }
  const orderReason = reorder.isPending
    ? 'an order is being saved'
    : shown.length < operations.length
      ? 'show all first'
      : null
  const rows = {
    ...view,
    ...{ shown, operations, orderReason, categories: byId },
    actions: {
      change: (...change: Parameters<typeof changing.change>) => void changing.change(...change),
      edit: ({ operationId }: Operation) => onEdit(operationId),
      remove: setRemoving,
      move: ({ operationId }: Operation, step: -1 | 1) => save(movedBy(ids, operationId, step), operationId),
    },
  }
  if (operations.length === 0) {
    return (
      <EmptyState
        icon={<ListPlus />}
        title="No operations yet"
        action={
          <Button variant="primary" icon={<Plus />} onClick={() => onEdit('new')}>
            Add operation
          </Button>
        }
      >
        Add the steps of this project; the next run schedules them.
      </EmptyState>
    )
  }
  return (
    <>
      {matching.length === 0 ? (
        <EmptyState
          icon={<ListPlus />}
          title="No operation matches"
          action={<Button onClick={onShowAll}>Clear filters</Button>}
        />
      ) : narrow ? (
        <OperationsList {...rows} sum={sumWords(project, matching)} />
      ) : (
        <SortArea operations={shown} onPlace={(id, overId) => save(placedAt(ids, id, overId), id)}>
          <OperationsTable {...rows} sum={<SumRow {...{ project, shown: matching }} />} />
        </SortArea>
      )}
      {shown.length < matching.length && (
        <p className="px-5 py-2">
          <Button size="small" onClick={() => setMost(matching.length)}>
            Show all {matching.length}
          </Button>
        </p>
      )}
      <OperationConflictDialog {...{ operations, categories, changing }} />
      {removing && (
        <RemoveOperationDialog
          operation={removing}
          operations={operations}
          onRemoved={() => setRemoving(null)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}
