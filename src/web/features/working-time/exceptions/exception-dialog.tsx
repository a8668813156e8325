import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import type { CalendarExceptionInput } from '#contract/holidays.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { addExceptionMutation } from '#web/api/holidays.mutations.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useDialogDraft } from '#web/components/unsaved-changes/use-dialog-draft.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { instantFromInput } from '#web/lib/date-input.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const yearMs = 366 * 86_400_000

/** Of its draft. */
export const exceptionEntity = 'exception'

/** Adds overtime or downtime; times are those of the organisation's zone. */
export function ExceptionDialog({
  categories,
  zone,
  onClose,
}: {
  categories: readonly Category[]
  zone: string
  onClose: () => void
}) {
  const add = useMutation(addExceptionMutation(useQueryClient()))
  const [values, set] = useDialogDraft(exceptionEntity, null, {
    kind: 'overtime' as CalendarExceptionInput['kind'],
    name: '',
    start: '',
    end: '',
    categoryId: '',
  })
  const { kind, name, start, end, categoryId } = values
  const [startsAt, endsAt] = [instantFromInput(start, zone), instantFromInput(end, zone)]
  const spanMs = startsAt && endsAt ? Date.parse(endsAt) - Date.parse(startsAt) : 0
  const wrongEnd = startsAt && endsAt && (spanMs <= 0 || spanMs > yearMs)
  const exception: CalendarExceptionInput | null =
    startsAt && endsAt && !wrongEnd
      ? {
          kind,
          name: name.trim() || (kind === 'overtime' ? 'Overtime' : 'Downtime'),
          startsAt,
          endsAt,
          categoryId: categoryId || null,
        }
      : null
  const { ask, dialog } = useConfirmChange()
  const submit = () =>
    exception &&
    ask({
      title: `Add ${exception.name}?`,
      confirmLabel: kind === 'overtime' ? 'Add overtime' : 'Add downtime',
      change: { kind: 'exception', exceptionId: null, exception },
      act: async () => {
        const added = await add.mutateAsync(exception)
        toast.success(`${added.name} added`, undoAction(added))
        onClose()
      },
    })
  return (
    <FormDialog
      title="Add overtime or downtime"
      description={`Times in ${zone}`}
      submitLabel="Add"
      busy={add.isPending}
      busyLabel="Adding…"
      disabledReason={exception ? null : 'Fill in from and to'}
      onClose={onClose}
      onSubmit={submit}
    >
      {add.error && <Alert>{errorSentence(add.error)}</Alert>}
      <SegmentedControl
        label="Kind"
        value={kind}
        onChange={(chosen) => set({ kind: chosen })}
        segments={[
          { value: 'overtime', label: 'Overtime' },
          { value: 'downtime', label: 'Downtime' },
        ]}
      />
      <TextField label="Name" maxLength={120} value={name} onChange={(event) => set({ name: event.target.value })} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DateField
          withTime
          required
          label="From"
          value={start}
          onChange={(event) => set({ start: event.target.value })}
        />
        <DateField
          withTime
          required
          label="To"
          value={end}
          error={wrongEnd ? 'Ends before it starts, or lasts longer than a year' : null}
          onChange={(event) => set({ end: event.target.value })}
        />
      </div>
      <SelectField
        label="Applies to"
        placeholder="The organization"
        options={categories.map((category) => ({ value: category.categoryId, label: category.name }))}
        value={categoryId}
        onChange={(event) => set({ categoryId: event.target.value })}
      />
      {dialog}
    </FormDialog>
  )
}
