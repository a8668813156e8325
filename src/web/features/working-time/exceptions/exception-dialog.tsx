import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Category } from '#contract/categories.ts'
import { CalendarExceptionInput } from '#contract/holidays.ts'
import { addExceptionMutation } from '#web/api/holidays.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { instantFromInput } from '#web/lib/date-input.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The name under which the draft of this dialog is stored. */
export const exceptionEntity = 'exception'

/** The values of the controls: dates in local time, '' = no work center. */
type ExceptionValues = Record<'name' | 'startsAt' | 'endsAt' | 'categoryId', string> &
  Pick<CalendarExceptionInput, 'kind'>

const blank: ExceptionValues = { kind: 'overtime', name: '', startsAt: '', endsAt: '', categoryId: '' }

const exceptionSchema = (zone: string) =>
  z.preprocess(
    ({ kind, name, startsAt, endsAt, categoryId }: ExceptionValues) => ({
      kind,
      name: name.trim() || (kind === 'overtime' ? 'Overtime' : 'Downtime'),
      startsAt: instantFromInput(startsAt, zone),
      endsAt: instantFromInput(endsAt, zone),
      categoryId: categoryId || null,
    }),
    CalendarExceptionInput,
  )

type ExceptionDialogProps = { categories: readonly Category[]; zone: string; onClose: () => void }

/** Adds overtime or downtime. Times are in the organization's zone. */
export function ExceptionDialog({ categories, zone, onClose }: ExceptionDialogProps) {
  const add = useMutation(addExceptionMutation(useQueryClient()))
  const { form, attempt, field, choice, ...frame } = useRecordForm({
    entityType: exceptionEntity,
    record: null,
    valuesOf: () => blank,
    schemaOf: () => exceptionSchema(zone),
  })
  const { ask, dialog } = useConfirmChange()
  const store = async (exception: CalendarExceptionInput) => {
    const added = await add.mutateAsync(exception)
    toast.success(`${added.name} added`, undoAction(added))
    onClose()
  }
  const submit = (exception: CalendarExceptionInput) =>
    ask({
      title: `Add ${exception.name}?`,
      confirmLabel: exception.kind === 'overtime' ? 'Add overtime' : 'Add downtime',
      change: { kind: 'exception', exceptionId: null, exception },
      act: () => attempt(() => store(exception)),
    })
  return (
    <FormDialog
      title="Add overtime or downtime"
      description={`Times in ${zone}`}
      submitLabel="Add"
      busyLabel="Adding…"
      frame={frame}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <SegmentedControl
        label="Kind"
        {...choice('kind')}
        segments={[
          { value: 'overtime', label: 'Overtime' },
          { value: 'downtime', label: 'Downtime' },
        ]}
      />
      <TextField label="Name" maxLength={120} {...field('name')} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DateField withTime required label="From" {...field('startsAt')} />
        <DateField withTime required label="To" {...field('endsAt')} />
      </div>
      <SelectField
        label="Applies to"
        placeholder="The organization"
        options={categories.map((category) => ({ value: category.categoryId, label: category.name }))}
        {...field('categoryId')}
      />
      {dialog}
    </FormDialog>
  )
}
