import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '#contract/categories.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { deleteCategoryMutation } from '#web/api/categories.mutations.ts'
import { categoryUsageQuery } from '#web/api/categories.queries.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { ChangeEffect } from '#web/components/working-time-change/change-effect.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Deletes a work center. If operations use it, the reader must first choose where they go. */
export function DeleteWorkCenterDialog({
  category,
  categories,
  onClose,
}: {
  category: Category
  categories: readonly Category[]
  onClose: () => void
}) {
  const usage = useQuery(categoryUsageQuery())
  const remove = useMutation(deleteCategoryMutation(useQueryClient()))
  const [target, setTarget] = useState('')
  const used = usage.data?.find(({ categoryId }) => categoryId === category.categoryId)?.operations ?? 0
  const others = categories.filter(({ categoryId }) => categoryId !== category.categoryId)
  const refusal = usage.isPending
    ? 'Counting its operations'
    : used > 0 && target === ''
      ? 'Choose where its operations go'
      : null
  const confirm = () =>
    remove.mutate(
      { categoryId: category.categoryId, ...(target && { reassignTo: target }) },
      {
        onSuccess: (answer: object) => {
          toast.success(`${category.name} deleted`, undoAction(answer))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      danger
      title={`Delete ${category.name}?`}
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting…"
      disabledReason={refusal}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-3">
        {remove.error && <Alert>{errorSentence(remove.error)}</Alert>}
        {used === 0 ? (
          <p>No operation uses it. Its own holidays, overtime and downtime go with it.</p>
        ) : others.length === 0 ? (
          <p>{formatCount(used, 'operation')} use it, and there is no other work center to move them to.</p>
        ) : (
          <SelectField
            label={`Move its ${formatCount(used, 'operation')} to`}
            placeholder="Choose a work center"
            options={others.map(({ categoryId, name }) => ({ value: categoryId, label: name }))}
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          />
        )}
        {used > 0 && target !== '' && (
          <ChangeEffect change={{ kind: 'categoryGone', categoryId: category.categoryId, reassignTo: target }} />
        )}
      </div>
    </ConfirmDialog>
  )
}
