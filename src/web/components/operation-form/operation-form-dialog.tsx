import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { createOperationMutation } from '#web/api/operations.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { toast } from '#web/ui/toast.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useRecordForm } from '../form/use-record-form.ts'
import { TryFirstButton } from '../proposals/try-first-button.tsx'
import { useTryFirst } from '../proposals/use-try-first.ts'
import { OperationConflictDialog } from './operation-conflict-dialog.tsx'
import { OperationFormFields } from './operation-form-fields.tsx'
import {
  changedFields,
  type OperationValues,
  operationProblems,
  operationSchema,
  operationValues,
} from './operation-values.ts'
import { useOperationChange } from './use-operation-change.ts'

export type OperationFormDialogProps = {
  projectId: string
  /** Null: a new one. */
  operation: Operation | null
  /** All operations of the project, in sequence. */
  operations: readonly Operation[]
  categories: readonly Category[]
  onClose: () => void
}

const triedFields = [
  'durationHours',
  'progressPercentage',
  'onHold',
  'pinned',
  'categoryId',
  'scheduledStartDate',
  'scheduledEndDate',
  'dependencies',
]

/** Adds or edits an operation. What others save meanwhile meets it on saving. */
export function OperationFormDialog(props: OperationFormDialogProps) {
  const { projectId, operation, operations, categories, onClose } = props
  const { zone } = useDateSettings()
  const [readingZone] = useState(zone)
  const editor = useRecordForm<Operation, OperationValues, OperationInput>({
    entityType: 'operation',
    entityId: operation?.operationId ?? `new:${projectId}`,
    record: operation,
    valuesOf: (record) => operationValues(record, readingZone),
    schemaOf: () => operationSchema(readingZone),
    problemsOf: operationProblems,
  })
  const { form, base } = editor
  const [newId] = useState(() => crypto.randomUUID())
  const create = useMutation(createOperationMutation(useQueryClient()))
  const changing = useOperationChange()
  const proposing = useTryFirst()
  const saved = (name: string, answer: Operation) => {
    toast.success(base ? `${name} saved` : `${name} added`, undoAction(answer))
    onClose()
  }
  const save = async (input: OperationInput) => {
    if (!base) {
      return saved(input.name ?? '', await create.mutateAsync({ projectId, operationId: newId, fields: input }))
    }
    const fields = changedFields(input, operationValues(base, readingZone), form.getValues())
    if (Object.keys(fields).length === 0) return onClose()
    const after = await changing.send(base, fields)
    if (after) saved(input.name ?? base.name, after)
  }
  return (
    <>
      <FormDialog
        size="large"
        title={operation ? `Edit ${operation.name}` : 'Add operation'}
        submitLabel={operation ? 'Save' : 'Add operation'}
        busyLabel={operation ? 'Saving…' : 'Adding…'}
        frame={editor}
        onSubmit={editor.submit(save)}
        onClose={onClose}
        besides={
          base && (
            <TryFirstButton
              changed={Object.keys(form.formState.dirtyFields)}
              tried={triedFields}
              busy={proposing.isBusy}
              onTry={form.handleSubmit((input) =>
                proposing.tryFirst({
                  method: 'keepSequence',
                  changes: [
                    {
                      kind: 'operation',
                      projectId,
                      operationId: base.operationId,
                      fields: changedFields(input, operationValues(base, readingZone), form.getValues()),
                    },
                  ],
                }),
              )}
            />
          )
        }
      >
        <OperationFormFields
          {...{ editor, categories }}
          others={operations.filter(({ operationId }) => operationId !== operation?.operationId)}
          isNew={operation === null}
        />
      </FormDialog>
      <OperationConflictDialog {...{ operations, categories, changing }} onSettled={onClose} />
    </>
  )
}
