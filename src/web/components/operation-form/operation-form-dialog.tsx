import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { type ProposalInput, proposedOperationFields } from '#contract/proposals.ts'
import { createOperationMutation, saveOperationMutation } from '#web/api/operations/operations.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'
import { toast } from '#web/ui/toast.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useRecordForm } from '../form/use-record-form.ts'
import { TryFirstButton } from '../proposals/try-first-button.tsx'
import { useTryFirst } from '../proposals/use-try-first.ts'
import { OperationFormFields } from './operation-form-fields.tsx'
import {
  changedFields,
  type OperationValues,
  operationProblems,
  operationSchema,
  operationValues,
} from './operation-values.ts'
import { fieldsOver, StaleOperation } from './stale-operation.tsx'

export type OperationFormDialogProps = {
  projectId: string
  /** Null for a new operation. */
  operation: Operation | null
  /** All operations of the project, in sequence. */
  operations: readonly Operation[]
  categories: readonly Category[]
  onClose: () => void
}

const asProposal = ({ projectId, operationId }: Operation, fields: OperationInput): ProposalInput => ({
  method: 'keepSequence',
  changes: [{ kind: 'operation', projectId, operationId, fields }],
})

/** Why the reader may not plan an operation, and why they may not even report its work. A new one must be planned. */
const useFormRefusals = (operation: Operation | null) => {
  const refusalOf = useOperationRefusal()
  const toAdd = useRefusal('planOperations')
  if (operation === null) return { planning: toAdd, reporting: toAdd }
  const planning = refusalOf('planOperations', operation)
  return { planning, reporting: refusalOf('reportWork', operation) && planning }
}

/** Why the reader may not plan the operation at the selected work center ('' if none); null if they may. */
const useCenterRefusal = (chosenId: string): string | null => {
  const refusal = useOperationRefusal()('planOperations', { categoryId: chosenId || null })
  return refusal !== null && chosenId === '' ? 'Choose a work center.' : refusal
}

/** Adds or edits an operation. Changes by other users in the meantime are resolved on saving. */
export function OperationFormDialog(props: OperationFormDialogProps) {
  const { projectId, operation, operations, categories, onClose } = props
  const { planning, reporting } = useFormRefusals(operation)
  const [readingZone] = useState(useDateSettings().zone)
  const editor = useRecordForm<Operation, OperationValues, OperationInput>({
    entityType: 'operation',
    entityId: operation?.operationId ?? `new:${projectId}`,
    record: operation,
    valuesOf: (record) => operationValues(record, readingZone),
    schemaOf: () => operationSchema(readingZone),
    problemsOf: operationProblems,
  })
  const { form, base, rebase } = editor
  const centerRefusal = useCenterRefusal(form.watch('categoryId'))
  const [newId] = useState(() => crypto.randomUUID())
  const client = useQueryClient()
  const create = useMutation(createOperationMutation(client))
  const change = useMutation(saveOperationMutation(client))
  const proposing = useTryFirst()
  const changed = (over: Operation, input: OperationInput) =>
    changedFields(input, operationValues(over, readingZone), form.getValues())
  const store = async (over: Operation, fields: OperationInput) => {
    if (Object.keys(fields).length > 0) {
      const { operationId, version } = over
      const saved = await change.mutateAsync({ projectId, operationId, version, fields, whole: over })
      toast.success(`${saved.name} saved`, undoAction(saved))
    }
    onClose()
  }
  const save = async (input: OperationInput) => {
    if (base) return store(base, changed(base, input))
    const added = await create.mutateAsync({ projectId, operationId: newId, fields: input })
    toast.success(`${added.name} added`, undoAction(added))
    onClose()
  }
  return (
    <>
      <FormDialog
        size="large"
        title={operation ? `${reporting ? 'Details of' : 'Edit'} ${operation.name}` : 'Add operation'}
        refusal={reporting}
        disabledReason={planning === null && centerRefusal}
        submitLabel={operation ? 'Save' : 'Add operation'}
        busyLabel={operation ? 'Saving…' : 'Adding…'}
        frame={editor}
        onSubmit={editor.submit(save)}
        onClose={onClose}
        besides={
          base && (
            <TryFirstButton
              changed={Object.keys(form.formState.dirtyFields)}
              tried={proposedOperationFields}
              busy={proposing.isBusy}
              onTry={form.handleSubmit((input) => proposing.tryFirst(asProposal(base, changed(base, input))))}
            />
          )
        }
      >
        <OperationFormFields
          editor={editor}
          categories={categories}
          planning={planning}
          isNew={operation === null}
          disabled={reporting !== null}
          others={operations.filter(({ operationId }) => operationId !== operation?.operationId)}
        />
      </FormDialog>
      {base && (
        <StaleOperation
          operations={operations}
          categories={categories}
          base={base}
          error={editor.failure}
          yours={{ ...base, ...change.variables?.fields }}
          busy={editor.isBusy}
          onSave={(merged, theirs) => {
            rebase(theirs, operationValues(merged, readingZone))
            void editor.attempt(() => store(theirs, fieldsOver(theirs, merged)))
          }}
          onBack={editor.forgetFailure}
          onTakeTheirs={onClose}
        />
      )}
    </>
  )
}
