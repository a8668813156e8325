import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Category } from '#contract/categories.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { createOperationMutation } from '#web/api/operations.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { useUnsavedChanges } from '#web/components/unsaved-changes/use-unsaved-changes.ts'
import { clearDraft, readDraft, saveDraft } from '#web/stores/drafts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { OperationConflictDialog } from './operation-conflict-dialog.tsx'
import { OperationFormFields } from './operation-form-fields.tsx'
import { changedFields, type OperationValues, operationSchema, operationValues } from './operation-values.ts'
import { formProblems } from './server-problems.ts'
import { useOperationChange } from './use-operation-change.ts'

export type OperationFormDialogProps = {
  projectId: string
  /** Null: a new one. Read once, when the form opens; what others save meanwhile meets it on saving. */
  operation: Operation | null
  /** All operations of the project, in sequence. */
  operations: readonly Operation[]
  categories: readonly Category[]
  onClose: () => void
}

/** Adds or edits an operation. What is typed survives a forced sign-in; leaving with changes is asked about. */
export function OperationFormDialog(props: OperationFormDialogProps) {
  const { projectId, operations, categories, onClose } = props
  const { zone } = useDateSettings()
  const [operation] = useState(props.operation)
  const [readingZone] = useState(zone)
  const [before] = useState(() => operationValues(operation, readingZone))
  const draftId = operation?.operationId ?? `new:${projectId}`
  const [draft] = useState(() => readDraft<OperationValues>('operation', draftId))
  const version = draft?.version ?? operation?.version
  const [newId] = useState(() => crypto.randomUUID())
  const [refusal, setRefusal] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)

  const form = useForm<OperationValues, unknown, OperationInput>({
    defaultValues: before,
    resolver: zodResolver(operationSchema(readingZone)),
  })
  const { isDirty, isSubmitting } = form.formState
  useEffect(() => {
    if (draft) form.reset(draft.values, { keepDefaultValues: true })
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft('operation', draftId, { values, version: version ?? null }),
    })
  }, [draft, draftId, form, version])
  const blocked = useUnsavedChanges(isDirty, 'operation', operation?.operationId ?? null)

  const create = useMutation(createOperationMutation(useQueryClient()))
  const changing = useOperationChange()
  const close = () => {
    clearDraft('operation', draftId)
    onClose()
  }
  const askToClose = () => (isDirty ? setLeaving(true) : close())
  const saved = (name: string, answer: Operation) => {
    toast.success(operation ? `${name} saved` : `${name} added`, undoAction(answer))
    close()
  }
  const submit = form.handleSubmit(async (input) => {
    setRefusal(null)
    try {
      if (!operation) {
        const added = await create.mutateAsync({ projectId, operationId: newId, fields: input })
        return saved(input.name ?? '', added)
      }
      const fields = changedFields(input, before, form.getValues())
      if (Object.keys(fields).length === 0) return close()
      const after = await changing.send(operation, fields, version)
      if (after) saved(input.name ?? operation.name, after)
    } catch (error) {
      const { sentence, fields } = formProblems(error)
      setRefusal(sentence)
      for (const { name, message } of fields) form.setError(name, { message })
    }
  })

  return (
    <>
      <Dialog
        open
        size="large"
        onOpenChange={(open) => open || askToClose()}
        title={operation ? `Edit ${operation.name}` : 'Add operation'}
        footer={
          <>
            <Button onClick={askToClose}>Cancel</Button>
            <Button
              variant="primary"
              busy={isSubmitting}
              busyLabel={operation ? 'Saving…' : 'Adding…'}
              onClick={() => void submit()}
            >
              {operation ? 'Save' : 'Add operation'}
            </Button>
          </>
        }
      >
        <form
          noValidate
          className="flex flex-col gap-3.5"
          onSubmit={(event) => {
            event.stopPropagation()
            void submit(event)
          }}
        >
          {draft && <Alert kind="info">Your unsaved changes are back. They are not saved yet.</Alert>}
          {refusal && <Alert onDismiss={() => setRefusal(null)}>{refusal}</Alert>}
          <OperationFormFields
            {...{ form, categories }}
            others={operations.filter(({ operationId }) => operationId !== operation?.operationId)}
            isNew={operation === null}
          />
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      </Dialog>
      <OperationConflictDialog {...{ operations, categories, changing }} onSettled={close} />
      <UnsavedChangesDialog blocked={blocked ?? (leaving ? { leave: close, stay: () => setLeaving(false) } : null)} />
    </>
  )
}
