import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import type { Category } from '#contract/categories.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { addOperationsMutation } from '#web/api/operations/add-operations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { refusalOf, useActor, useRefusal } from '#web/stores/actor.ts'
import { toast } from '#web/ui/toast.tsx'
import { RoutingGrid } from './routing-grid.tsx'
import { isBlank, type RoutedOperation, type RoutingRow, readRows } from './routing-rows.ts'

type AddSeveralDialogProps = { projectId: string; categories: readonly Category[]; onClose: () => void }

/** Reads the typed rows as operations. */
const severalSchema = (centers: readonly Category[]) =>
  z.object({
    rows: z.pipe(
      z.array(z.custom<RoutingRow>()),
      z.transform((rows, { issues }): RoutedOperation[] => {
        const refuse = (message: string) => issues.push({ code: 'custom', input: rows, message })
        const { operations, problems } = readRows(rows, centers)
        if (problems.size > 0) refuse(`${formatCount(problems.size, 'row')} cannot be read.`)
        else if (operations.length === 0) refuse('Enter at least one operation')
        return operations
      }),
    ),
  })

/** Why the reader may not add some of the operations, by their ids. */
const useRefusedRows = (operations: readonly RoutedOperation[]): ReadonlyMap<string, string> => {
  const actor = useActor()
  return new Map(
    operations.flatMap(({ operationId, categoryId }) => {
      const refusal = refusalOf(actor, 'planOperations', { workCenterIds: [categoryId] })
      return refusal === null ? [] : [[operationId, refusal] as const]
    }),
  )
}

/** Adds several typed or pasted operations at once. */
export function AddSeveralDialog({ projectId, categories, onClose }: AddSeveralDialogProps) {
  const centers = categories.filter(isWorkCenter)
  const add = useMutation(addOperationsMutation(useQueryClient()))
  /** The reason why only some operations were added. */
  const [left, setLeft] = useState<string | null>(null)
  const { submit, choice, problemOf, ...frame } = useRecordForm({
    entityType: 'new-operations',
    entityId: projectId,
    record: null,
    valuesOf: (): { rows: RoutingRow[] } => ({ rows: [] }),
    schemaOf: () => severalSchema(centers),
    mode: 'onSubmit',
  })
  const { value: rows, onChange } = choice('rows')
  const { operations: read, problems } = readRows(rows, centers)
  const refused = useRefusedRows(read)
  const count = rows.filter((row) => !isBlank(row)).length
  const save = async ({ rows: operations }: z.infer<ReturnType<typeof severalSchema>>) => {
    setLeft(null)
    // Each row has a stable id, so that a second attempt adds nothing twice.
    const added = await add.mutateAsync({
      projectId,
      operations: operations.map((one) => ({ ...one, dependsOnOperationId: one.dependencies[0] ?? null })),
    })
    if (added.error === null) {
      toast.success(`${formatCount(added.added.length, 'operation')} added`, undoAction(added.added))
      return onClose()
    }
    setLeft(`${added.added.length} of ${operations.length} added. ${errorSentence(added.error)}`)
  }
  const problem = left ?? frame.problem ?? problemOf('rows')
  return (
    <FormDialog
      size="large"
      title="Add several operations"
      description="Type operations, or paste lines from a spreadsheet: name, work center, hours. Each one waits for the previous one. To change that, enter row numbers under After, or - for none."
      submitLabel={count > 0 ? `Add ${formatCount(count, 'operation')}` : 'Add operations'}
      busyLabel="Adding…"
      refusal={useRefusal('planOperations')}
      disabledReason={refused.values().next().value}
      frame={{
        ...frame,
        problem,
        forgetFailure: () => {
          setLeft(null)
          frame.forgetFailure()
        },
      }}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <RoutingGrid
        rows={rows}
        centers={centers}
        onChange={onChange}
        problems={problems.size > 0 ? problems : refused}
      />
    </FormDialog>
  )
}
