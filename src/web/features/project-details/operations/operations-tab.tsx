import { useQueryClient } from '@tanstack/react-query'
import { ListPlus, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { errorSentence } from '#web/api/api-error.ts'
import {
  foreseenFields,
  type OperationWrite,
  operationsOf,
  operationWrites,
  writeOperationMutation,
} from '#web/api/operations/operation-writes.ts'
import { sendWrite } from '#web/api/record-writes.ts'
import { RemoveOperationDialog } from '#web/components/operation-form/remove-operation-dialog.tsx'
import { useQuickChange } from '#web/components/operation-form/use-quick-change.ts'
import type { Drawing } from '#web/components/record-writes/show-writes.ts'
import { useShown } from '#web/components/record-writes/use-writes.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { useActor, useRefusal } from '#web/stores/actor.ts'
import { orderRefusal, useOperationRefusal } from '#web/stores/operation-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import { OperationsList } from './operations-list.tsx'
import { OperationsPrint, type OperationsScene, OperationsTable } from './operations-table.tsx'
import { SortArea } from './sort-area.tsx'
import { SumRow, sumWords } from './sum-row.tsx'

/** The ids with `id` moved to the position of `overId`; unchanged if one of them is missing. */
export const placedAt = (ids: readonly string[], id: string, overId: string): string[] => {
  const [from, to] = [ids.indexOf(id), ids.indexOf(overId)]
  return from < 0 || to < 0 ? [...ids] : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** The ids with `id` moved one position up (-1) or down (1); unchanged at the ends. */
export const movedBy = (ids: readonly string[], id: string, step: -1 | 1): string[] => {
  const other = ids[ids.indexOf(id) + step]
  return ids.includes(id) && other !== undefined ? placedAt(ids, id, other) : [...ids]
}

type OperationsTabProps = {
  project: Project
  operations: readonly Operation[]
  categories: readonly Category[]
  /** Only operations of these work centers; undefined means all. */
  centers: readonly string[] | undefined
  dates: DateSettings
  nowMs: number
  marked: string | null
  onMark: (operationId: string | null) => void
  onEdit: (edit: string) => void
  onShowAll: () => void
}

const operationDrawing: Drawing<Operation, Operation, OperationWrite> = {
  idOf: ({ operationId }) => operationId,
  idsOf: operationsOf,
  foresee: (operation, write) => ({ ...operation, ...foreseenFields(write, operation.operationId) }),
  accept: (_, answer) => answer,
}

const NoOperations = ({ onEdit }: Pick<OperationsTabProps, 'onEdit'>) => {
  const refusal = useRefusal('planOperations')
  return (
    <EmptyState
      icon={<ListPlus />}
      title="No operations yet"
      action={
        <span className="flex gap-2">
          <Button variant="primary" icon={<ListPlus />} disabledReason={refusal} onClick={() => onEdit('several')}>
            Add several
          </Button>
          <Button icon={<Plus />} disabledReason={refusal} onClick={() => onEdit('new')}>
            Add operation
          </Button>
        </span>
      }
    >
      Add the steps of this project; the next run schedules them.
    </EmptyState>
  )
}

/** Why the reader may not change the order of the operations; null if they may. */
const useOrderRefusal = (ordered: readonly Operation[]) => {
  const actor = useActor()
  return (wantedIds: readonly string[]): string | null => {
    const byId = new Map(ordered.map((operation) => [operation.operationId, operation]))
    return orderRefusal(
      actor,
      wantedIds.flatMap((id) => byId.get(id) ?? []),
    )
  }
}

/** Title of the printed list, and the work centers that the reader has selected. */
const printedAs = (
  { projectNumber, projectName }: Project,
  centers: readonly string[] | undefined,
  byId: ReadonlyMap<string, Category>,
) => ({
  title: `Operations of #${projectNumber} ${projectName}`,
  filters: centers ? [`Work center is ${centers.map((id) => byId.get(id)?.name ?? '').join(', ')}`] : [],
})

/** The operations of the project with all actions on them. */
export function OperationsTab(props: OperationsTabProps) {
  const { project, operations, categories, centers, dates, nowMs, marked, onMark, onEdit, onShowAll } = props
  const narrow = useNarrow()
  const isTight = useNarrow(1024)
  const client = useQueryClient()
  const change = useQuickChange()
  const [removing, setRemoving] = useState<Operation | null>(null)
  const byId = useMemo(() => new Map(categories.map((category) => [category.categoryId, category])), [categories])

  const ordered = useShown(operations, operationWrites, operationDrawing).toSorted((a, b) => a.sequence - b.sequence)
  const ids = ordered.map(({ operationId }) => operationId)
  const shown = centers ? ordered.filter(({ categoryId }) => centers.includes(categoryId ?? '')) : ordered
  const refusalOf = useOperationRefusal()
  const refusalOfOrder = useOrderRefusal(ordered)
  const saveOrder = (operationIds: string[], id: string) => {
    const refusal = refusalOfOrder(operationIds)
    if (refusal) return void toast.info(refusal)
    const name = operations.find(({ operationId }) => operationId === id)?.name
    const write = { kind: 'order', projectId: project.projectId, moved: id, seen: ids, wanted: operationIds } as const
    sendWrite(client, writeOperationMutation(client), write).then(
      () => announce(`${name} is now at position ${operationIds.indexOf(id) + 1} of ${ids.length}`),
      (error) => void toast.error(errorSentence(error)),
    )
  }
  const orderReasonOf: OperationsScene['orderReasonOf'] = (operation, step) => {
    if (shown.length < operations.length) return 'show all first'
    if (step === undefined) return refusalOf('planOperations', operation)
    const { operationId } = operation
    if (ids[ids.indexOf(operationId) + step] === undefined) return step < 0 ? 'first' : 'last'
    return refusalOfOrder(movedBy(ids, operationId, step))
  }
  const scene: OperationsScene = {
    operations: ordered,
    categories: byId,
    dates,
    nowMs,
    orderReasonOf,
    actions: {
      change,
      edit: ({ operationId }) => onEdit(operationId),
      remove: setRemoving,
      move: ({ operationId }, step) => saveOrder(movedBy(ids, operationId, step), operationId),
    },
  }
  const sum = { project, shown, categories: byId }
  if (operations.length === 0) return <NoOperations onEdit={onEdit} />
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          icon={<ListPlus />}
          title="No operation matches"
          action={<Button onClick={onShowAll}>Clear filters</Button>}
        />
      ) : narrow ? (
        <OperationsList shown={shown} scene={scene} sum={sumWords(sum)} />
      ) : (
        <SortArea operations={shown} onMove={(id, overId) => saveOrder(placedAt(ids, id, overId), id)}>
          <OperationsTable
            shown={shown}
            scene={scene}
            marked={marked}
            onMark={onMark}
            isTight={isTight}
            sum={<SumRow {...sum} isTight={isTight} />}
          />
        </SortArea>
      )}
      <OperationsPrint shown={shown} scene={scene} {...printedAs(project, centers, byId)} sum={sumWords(sum)} />
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
