import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Category, CategoryDeletion } from '#contract/categories.ts'
import { preprocess } from '#contract/fields.ts'
import { deleteCategoryMutation } from '#web/api/categories/categories.mutations.ts'
import { categoryUsageQuery } from '#web/api/categories/categories.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { ChangeEffect } from '#web/components/working-time-change/change-effect.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { CategoryWords } from './category-words.ts'

/** The value of the control; '' for no work center. */
const Target = preprocess(
  ({ reassignTo }: { reassignTo: string }) => (reassignTo ? { reassignTo } : {}),
  CategoryDeletion,
)

/** Deletes a work center or a pool. If operations use it, the reader must first select another one for them. */
export function DeleteWorkCenterDialog({
  category,
  categories,
  words,
  onClose,
}: {
  category: Category
  /** All categories of the same kind. */
  categories: readonly Category[]
  words: CategoryWords
  onClose: () => void
}) {
  const usage = useQuery(categoryUsageQuery())
  const remove = useMutation(deleteCategoryMutation(useQueryClient()))
  const used = usage.data?.find(({ categoryId }) => categoryId === category.categoryId)?.operations ?? 0
  const others = categories.filter(({ categoryId }) => categoryId !== category.categoryId)
  const { form, field, submit, ...frame } = useContractForm({
    schema: Target,
    values: { reassignTo: '' },
  })
  const reassignTo = form.watch('reassignTo')
  const refusal = usage.isPending
    ? 'Counting its operations'
    : used > 0 && reassignTo === ''
      ? 'Choose where its operations go'
      : null
  return (
    <FormDialog
      role="alertdialog"
      size="small"
      danger
      title={`Delete ${category.name}?`}
      submitLabel="Delete"
      busyLabel="Deleting…"
      disabledReason={refusal}
      frame={frame}
      onSubmit={submit(async (input) => {
        const answer: object = await remove.mutateAsync({ categoryId: category.categoryId, ...input })
        toast.success(`${category.name} deleted`, undoAction(answer))
        onClose()
      })}
      onClose={onClose}
    >
      {usage.isPending ? (
        <p className="text-ink-3">Counting its operations…</p>
      ) : used === 0 ? (
        <p>No operation uses it. Its own holidays, overtime, downtime and capacities are deleted with it.</p>
      ) : others.length === 0 ? (
        <p>
          {formatCount(used, 'operation')} use it, and there is no other {words.one} to move them to.
        </p>
      ) : (
        <SelectField
          label={`Move its ${formatCount(used, 'operation')} to`}
          placeholder={`Choose a ${words.one}`}
          options={others.map(({ categoryId, name }) => ({ value: categoryId, label: name }))}
          {...field('reassignTo')}
        />
      )}
      {reassignTo !== '' && (
        <ChangeEffect change={{ kind: 'categoryGone', categoryId: category.categoryId, reassignTo }} />
      )}
    </FormDialog>
  )
}
